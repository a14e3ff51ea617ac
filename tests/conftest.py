import sys

import pytest

from tests.rules import report


def pytest_addoption(parser):
    parser.addoption("--rules", action="store_true", help="show which tests cite which rule of the specifications")


def pytest_configure(config):
    config.addinivalue_line("markers", "rule(*numbers): the rules of the specification that this test checks")
    config.addinivalue_line("markers", "browser: opens a page in chromium, where that is installed")


def pytest_cmdline_main(config):
    if config.option.rules:
        print(report())
        return 0
    return None


@pytest.fixture
def cli(tmp_path, monkeypatch, capsys):
    """The command line in this process and in an empty folder: exit code, stdout, stderr."""
    import fairdraw

    monkeypatch.chdir(tmp_path)

    def cli(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["fairdraw", *arguments])
        with pytest.raises(SystemExit) as ended:
            fairdraw.main()
        return ended.value.code or 0, *capsys.readouterr()
    return cli
