"""What only a browser can tell: the page paints, in the light and in the dark, and its tables sort."""

import functools
import shutil
import subprocess

import pytest

from reports import page
from tests.reports.contents import usual

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(BROWSER is None, reason="no chromium: apt-get install chromium shows how the page looks"),
]

CLICK = """<script>
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.find(head => head.textContent.trim() === "estimate").querySelector("button").click();
}
const figure = document.querySelector("svg.plot"), text = figure.querySelector("text");
document.title = [getComputedStyle(text).fill, figure.getBoundingClientRect().height > 100].join(" ");
</script></body>"""


def dom(tmp_path, html: str, *options: str) -> str:
    (tmp_path / "report.html").write_text(html, encoding="utf-8")
    command = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}",
               *options, "--dump-dom", (tmp_path / "report.html").as_uri()]  # fmt: skip
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout


@functools.cache
def clicked() -> str:
    """The policy of the page allows no script but its own: here it has to step aside."""
    html = page(usual()).replace("Content-Security-Policy", "X-Policy")
    return html.replace("</body>", CLICK)


def test_it_sorts_and_is_readable_in_the_light(tmp_path):
    shown = dom(tmp_path, clicked())
    assert "<title>rgb(27, 29, 33) true</title>" in shown
    assert 'aria-sort="ascending"' in shown
    table = shown[shown.index('id="characters"') :].partition("</table>")[0]
    values = [float(part.split('"')[0]) for part in table.split('<td class="n" data-sort="')[1:]]
    estimates = values[:: len(values) // table.count("<tr>", table.index("<tbody>"))]
    assert len(estimates) == 8 and estimates == sorted(estimates)


def test_it_is_readable_in_the_dark(tmp_path):
    assert "<title>rgb(232, 234, 237) true</title>" in dom(tmp_path, clicked(), "--force-dark-mode")


def test_the_policy_lets_only_our_own_script_run(tmp_path):
    html = page(usual()).replace("</body>", "<script>document.title = 'foreign'</script></body>")
    assert "<title>foreign</title>" not in dom(tmp_path, html)
