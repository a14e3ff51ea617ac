"""The command line: one function a verb, in the order of work. Heavy imports are inside, so that --help is quick."""
from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

if TYPE_CHECKING:
    from checking import Checked
    from sim.bots.spec import BotSpec
    from sim.core.game import Game, Step
    from sim.core.rulebook import Book
    from sim.question import Inquiry

UsageError: Any = typer.BadParameter.__base__     # click's; newer typers carry a click of their own

app = typer.Typer(help="Is this board game fair, and does my rule change keep it fair?", add_completion=False,
                  rich_markup_mode=None, pretty_exceptions_enable=False)

Json = Annotated[bool, typer.Option("--json", help="machine-readable, to stdout")]
Jobs = Annotated[int | None, typer.Option(min=1, help="how many at the same time; left out: one a core")]
Set = Annotated[list[str] | None, typer.Option("--set", metavar="a.b=1", help="override a key; can be repeated")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="only the result")]


@app.command()
def games(as_json: Json = False) -> None:
    """What can be played, and where its data comes from (S, P, E)."""
    from sim.core.rulebook import book
    from sim.core.rulebook import games as names

    listed = [about(book(name)) for name in names()]
    if as_json:
        return print_json(listed)
    for game in listed:
        print(f"{game['name']}: {book(game['name']).title}, {game['players'][0]} to {game['players'][-1]} players")
        for name, values in game["variants"].items():
            print(f"  variant {name}: {words(values)}")
        print(f"  characters: {words(game['characters']) or 'none'}")
        print(f"  ties: {'; then '.join(step['help'] for step in game['tie_break']) or 'shared'}")
        marks = game["sources"]
        print(f"  data and rules: {marks['S']} from the rulebook (S), {marks['P']} published elsewhere (P), "
              f"{marks['E']} our own estimate (E)")


def about(read: Book) -> dict[str, Any]:
    return {
        "name": read.name,
        "title": read.title,
        "players": read.players,
        "variants": {name: entry["values"] for name, entry in read.variants.items()},
        "characters": read.outcome.get("characters") or [],
        "tie_break": read.outcome.get("tie_break") or [],
        "action_classes": read.outcome.get("action_classes") or [],
        "behaviour_version": read.behaviour_version,
        "sources": read.sources(),
    }


@app.command()
def rules(game: str, as_json: Json = False) -> None:
    """Every rule of GAME that can be tweaked, with its range."""
    from sim.core.rulebook import book

    listed = [{"name": name, **entry} for name, entry in book(game).rules.items()]
    if as_json:
        return print_json(listed)
    table("", ["rule", "default", "allowed", "number", "source", "what it is"], [
        [rule["name"], words([rule["default"]]), allowed(rule), rule["rule"], rule["source"], rule["help"]]
        for rule in listed])


def allowed(rule: dict[str, Any]) -> str:
    return words(rule["values"]) if "values" in rule else f"{rule['low']} to {rule['high']}"


@app.command()
def schema() -> None:
    """JSON Schema of questions and checks, for editors."""
    from sim.question import json_schema

    print_json(json_schema())


@app.command()
def plan(
    file: Annotated[Path, typer.Argument(help="a question or a check")],
    settings: Set = None,
    jobs: Jobs = None,
    as_json: Json = False,
) -> None:
    """What FILE will cost and what it will be able to see: cells, games, time, disk, smallest effect."""
    from joblib import cpu_count

    from sim.show_progress import clock
    from stop_rules import forecast, narrow_enough, settled

    inquiry = ask(file, settings)
    rule = settled(inquiry) if inquiry.is_check else narrow_enough(inquiry)
    cells = [forecast(inquiry, together, rule) for together in inquiry.together]
    cores = jobs or cpu_count()
    total = {"cells": len(cells), "games": sum(cell["games"] for cell in cells),
             "at_most": sum(cell["at_most"] for cell in cells), "jobs": cores,
             "seconds": sum(cell["cpu_seconds"] for cell in cells) / cores,
             "bytes": sum(cell["bytes"] for cell in cells)}
    if as_json:
        return print_json({**total, "cells": cells})
    table(inquiry.asked.title, ["cell", "what", "games", "at most", "CPU time", "sees"], [
        [cell["cell"], cell["label"], f"{cell['games']:,}", f"{cell['at_most']:,}", clock(cell["cpu_seconds"]),
         f"±{cell['sees']:.2g} {cell['line']}" if cell["sees"] else "-"] for cell in cells])
    print(f"about {total['games']:,} games in {some(total['cells'], 'cell')}: {clock(total['seconds'])} "
          f"on {some(cores, 'core')}, {total['bytes'] / 1e6:,.1f} MB")


@app.command()
def run(
    file: Annotated[Path, typer.Argument(help="a question")],
    out: Annotated[Path | None, typer.Option(help="the run folder; left out: runs/<name>-<hash>")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="go on with what the folder holds")] = False,
    jobs: Jobs = None,
    backend: Annotated[str | None, typer.Option(help="loky, threading or dask; left out: what fits")] = None,
    scheduler: Annotated[str | None, typer.Option(help="address of a dask scheduler")] = None,
    settings: Set = None,
    quiet: Quiet = False,
) -> None:
    """Play FILE and write the run folder with its summary and report."""
    from answer import answer
    from sim.run_folder import RunError
    from sim.runner import run as play_out
    from sim.show_progress import Progress, clock
    from stop_rules import narrow_enough

    known_backend(backend)
    inquiry = ask(file, settings)
    if inquiry.is_check:
        give_up(f"{file} is a check: fairdraw check plays it until it is settled")
    folder = out or Path("runs") / f"{file.stem}-{inquiry.fingerprint[:8]}"
    overrides = [word for setting in settings or [] for word in ("--set", setting)]
    go_on = shlex.join(["fairdraw", "run", str(file), "--out", str(folder), *overrides, "--resume"])
    try:
        with Progress(quiet) as progress:
            manifest = play_out(inquiry, folder, narrow_enough(inquiry), resume=resume, jobs=jobs, backend=backend,
                                scheduler=scheduler, progress=progress)
        found = answer(inquiry, folder)
    except KeyboardInterrupt:
        kept = "go on with: " + go_on if (folder / "manifest.json").exists() else "nothing had begun"
        give_up(f"interrupted; {kept}", 130)
    except RunError as error:
        give_up(str(error), error.code)
    except OSError as error:
        give_up(f"{folder} cannot be written ({error.strerror}); --resume goes on with it", 1)
    if not quiet:
        played = sum(cell["games"] for cell in manifest["cells"])
        print(f"{played:,} games in {some(len(manifest['cells']), 'cell')}, {clock(manifest['timings']['seconds'])}",
              *found.sentences, sep="\n", file=sys.stderr)
    print(found.report)


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="checks, or questions with targets")],
    out: Annotated[Path | None, typer.Option(help="where the run folders go; left out: runs/")] = None,
    jobs: Jobs = None,
    backend: Annotated[str | None, typer.Option(help="loky, threading or dask; left out: what fits")] = None,
    settings: Set = None,
    record: Annotated[bool, typer.Option("--record", help="keep the baseline's figures beside the check")] = False,
    junit: Annotated[Path | None, typer.Option(help="write the lines as JUnit XML")] = None,
    summary: Annotated[Path | None, typer.Option(help="append a summary in Markdown, as code hosts show it")] = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play each FILE until it is settled. Exit code 0: all pass, 1: one fails, 3: one is undecided."""
    import os

    import checking
    import records
    from sim.run_folder import RunError, kernel_hash, write_whole
    from sim.show_progress import Progress

    known_backend(backend)
    inquiries = ask_all(files, settings)
    done = []
    try:
        for file, inquiry in zip(files, inquiries, strict=True):
            past = records.read(file)
            folder = None
            if out:
                folder = out / f"{file.stem}-{inquiry.fingerprint[:8]}-{kernel_hash(inquiry.book)[:6]}"
            with Progress(quiet or as_json) as progress:
                one = checking.check(file, inquiry, folder, jobs=jobs, backend=backend, progress=progress)
            if past or record:
                now = records.entry(one)
                one = replace(one, since=records.compare(past[-1], now) if past else None)
                if record:
                    kept = records.append(file, now)
            done.append(one)
            if not as_json:
                show_check(one, quiet)
                if record and not quiet:
                    print(f"recorded in {kept}", file=sys.stderr)
    except KeyboardInterrupt:
        give_up("interrupted; the same command goes on where it was", 130)
    except RunError as error:
        give_up(str(error), error.code)
    if junit:
        write_whole(junit, checking.junit(done))
    summary = summary or (Path(os.environ["GITHUB_STEP_SUMMARY"]) if os.environ.get("GITHUB_STEP_SUMMARY") else None)
    if summary:
        with open(summary, "a", encoding="utf-8") as file_out:
            file_out.write(checking.markdown(done))
    if as_json:
        print_json([one.to_dict() for one in done])
    raise SystemExit(checking.exit_code(done))


@app.command()
def history(
    file: Annotated[Path, typer.Argument(help="a check with a record beside it")],
    html: Annotated[Path | None, typer.Option(help="where the page goes; left out: beside the check")] = None,
) -> None:
    """What FILE's baseline came to over its records, and where it made a step, as a page."""
    import records
    from reports import history as page
    from sim.run_folder import write_whole

    (inquiry,) = ask_all([file], None)
    entries = [entry for entry in records.read(file) if entry["fingerprint"] == inquiry.fingerprint]
    if not entries:
        give_up(f"{records.place(file)} holds no record of this check (fairdraw check {file} --record takes one)")
    place = html or file.with_name(file.stem + ".history.html")
    write_whole(place, page(inquiry.asked.title, inquiry.book.title, entries).encode())
    print(place)


def show_check(one: Checked, quiet: bool) -> None:
    import checking

    if quiet:
        return print(f"{one.verdict.verdict}\t{one.file}")
    table(checking.headline(one), checking.HEADS, checking.table(one))
    for note in [*checking.notes(one), *(one.since.words if one.since else [])]:
        print(note)
    print(one.report)


def ask_all(files: list[Path], settings: list[str] | None) -> list[Inquiry]:
    """Every file that is wrong is named before the first game is played."""
    from sim.question import ask as read
    from sim.yaml_lines import FileError

    found, wrong = [], []
    for file in files:
        try:
            inquiry = read(file, settings)
            if not inquiry.wanted:
                wrong.append(f"{file}:1:1: the question has no targets, so there is nothing to check (targets: ...)")
            found.append(inquiry)
        except FileError as error:
            wrong.append(str(error))
    if wrong:
        print("\n".join(wrong), file=sys.stderr)
        raise SystemExit(2)
    return found


def known_backend(backend: str | None) -> None:
    if backend not in (None, "loky", "threading", "dask"):
        raise ValueError(f"there is no backend {backend!r} (loky, threading, dask)")


@app.command()
def report(runs: Annotated[list[Path], typer.Argument(metavar="RUN...", help="run folders")]) -> None:
    """Build the report of each RUN again, from its data."""
    from answer import answer, asked_in
    from sim.run_folder import RunError
    from sim.yaml_lines import FileError

    for folder in runs:
        try:
            print(answer(asked_in(folder), folder).report)
        except (RunError, FileError) as error:
            give_up(str(error), getattr(error, "code", 2))


def ask(file: Path, settings: list[str] | None) -> Inquiry:
    """The question in a file, or every fault of it on a line of its own."""
    from sim.question import ask as read
    from sim.yaml_lines import FileError

    try:
        return read(file, settings)
    except FileError as error:
        print(error, file=sys.stderr)
        raise SystemExit(2) from None


@app.command()
def replay(
    game: Annotated[str, typer.Argument(metavar="GAME|RUN", help="a game, or a run folder")],
    address: Annotated[str | None, typer.Option("--game", metavar="CELL/BLOCK/ROTATION",
                                                help="which game of the run; left out: its first")] = None,
    players: Annotated[int | None, typer.Option(help="left out: the number nearest to 4")] = None,
    seed: Annotated[int | None, typer.Option(help="the root of all luck; left out: 0")] = None,
    block: Annotated[int | None, typer.Option(help="which deal of that seed; left out: the first")] = None,
    bots: Annotated[str | None, typer.Option(help="one for all, or one a player with commas: heuristic,random; "
                                                  "a persona after a colon; left out: heuristic")] = None,
    tweak: Annotated[list[str] | None, typer.Option("--rules", metavar="NAME=VALUE", help="can be repeated")] = None,
    variant: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="can be repeated")] = None,
    characters: Annotated[str | None, typer.Option(help="draft: chosen by the bots, assign: dealt; "
                                                        "left out: draft")] = None,
    html: Annotated[Path | None, typer.Option(help="write the game as a page, with a picture if it has one")] = None,
    quiet: Quiet = False,
) -> None:
    """One game of GAME or RUN, in words: the set-up, every action, the result."""
    from sim.bots.spec import entrants
    from sim.core.game import Game
    from sim.core.rulebook import book
    from sim.core.rulebook import games as names

    if game not in names() and Path(game).is_dir():
        own = {"--players": players, "--seed": seed, "--block": block, "--bots": bots, "--rules": tweak,
               "--variant": variant, "--characters": characters}
        if given := [option for option, value in own.items() if value is not None]:
            raise ValueError(f"{game} is a run folder, which says itself what was played: no {', '.join(given)}")
        dealt = dealt_in(Path(game), address)
    else:
        read = book(game)
        if address is not None:
            raise ValueError(f"--game {address} is for run folders; --seed and --block say which game of {game}")
        seats = min(read.players, key=lambda n: abs(n - 4)) if players is None else players
        seed, block, bots = seed or 0, block or 0, bots or "heuristic"
        specs = entrants(read, seats, bots.split(",") if "," in bots else bots)
        one = Game(game, seats, seed, block, pairs(tweak), pairs(variant), characters or "draft")
        dealt = Dealt(one, specs, seed, block, "", [*(variant or []), *(tweak or [])])
    story = play_through(dealt)
    if html:
        write_replay(html, dealt, story)
    if not quiet:
        print(dealt)
        for shown, steps in story:                      # the table at the start of every round
            print(f"\n{shown}\n")
            for step in steps:
                print(f"{step}{'' if step.options > 1 else ' (no choice)'}")
        print(f"\n{dealt.game}\n")
    print(result(dealt.game))
    table("", *standing(dealt))


@dataclass(frozen=True)
class Dealt:
    """A game about to be played, with all that one needs to play it again. It prints as its heading."""
    game: Game
    bots: Sequence[BotSpec]                 # one an entrant
    seed: int
    block: int
    run: str = ""                           # the question that it belongs to
    settings: Sequence[str] = ()            # rules and variants that were asked for

    def __str__(self) -> str:
        return f"{self.game.book.title}, {len(self.bots)} players, seed {self.seed}, block {self.block}"

    def bot(self, seat: int) -> str:
        return str(self.bots[self.game.seating[seat]])


def dealt_in(folder: Path, address: str | None) -> Dealt:
    """The game of a run at cell/block/rotation, as it was dealt there."""
    from answer import asked_in
    from sim.core.game import Game
    from sim.run_folder import RunError, differences, new_manifest, read_manifest
    from sim.yaml_lines import FileError

    try:
        manifest, inquiry = read_manifest(folder), asked_in(folder)
    except (RunError, FileError) as error:
        give_up(str(error), getattr(error, "code", 2))
    try:
        number, block, rotation = map(int, (address or "0/0/0").split("/"))
    except ValueError:
        raise ValueError(f"--game is {address!r} (cell/block/rotation, like 0/17/1)") from None

    def inside(what: str, value: int, n: int) -> None:
        if not 0 <= value < n:
            raise ValueError(f"--game {address}: {folder} has no {what} {value} ({what}s 0 to {n - 1})")

    inside("cell", number, len(inquiry.cells))
    cell = inquiry.cells[number]
    inside("block", block, manifest["cells"][number]["blocks"] or cell.at_most)      # 0: the run is not finished
    inside("rotation", rotation, cell.rotations)
    for said in differences(manifest, new_manifest(inquiry)):
        print(f"fairdraw: {said}: this may not be the game that the run played", file=sys.stderr)
    seed = inquiry.asked.design.seed
    game = Game(inquiry.book.name, cell.players, seed, block, cell.rules, cell.variants, cell.characters,
                cell.seatings[rotation])
    settings = [f"{name}={words([value])}" for name, value in [*cell.variants.items(), *cell.rules.items()]]
    return Dealt(game, cell.bots, seed, block, f"{inquiry.asked.title} ({number}/{block}/{rotation})", settings)


def play_through(dealt: Dealt) -> list[tuple[str, list[Step]]]:
    """Let the bots play: the table at the start of every round, and what was done in it."""
    game = dealt.game
    entrants = [spec.player().sit(dealt.seed, dealt.block, entrant) for entrant, spec in enumerate(dealt.bots)]
    story: list[tuple[str, list[Step]]] = []
    shown = None
    while game.to_move >= 0:
        now = game.view().get("round", 0)
        if now != shown:
            story.append((str(game), []))
            shown = now
        game.apply(entrants[game.seating[game.to_move]].choose(game.position))
        story[-1][1].append(game.log[-1])
    return story


def write_replay(file: Path, dealt: Dealt, story: list[tuple[str, list[Step]]]) -> None:
    from reports.replay import Replay, replay_page
    from sim.core.game import part

    game = dealt.game
    head, rows = standing(dealt)
    draw = getattr(part(game.book.name, "words"), "picture", None)
    html = replay_page(Replay(
        title=str(dealt), run=dealt.run, settings=dealt.settings, story=story, end=str(game), result=result(game),
        head=head, rows=rows, picture=draw(game.view(), game.setting) if draw else ""))
    try:
        file.write_text(html, encoding="utf-8")
    except OSError as error:
        raise ValueError(f"{file} cannot be written ({error.strerror})") from None


def result(game: Game) -> str:
    """Who won, and how."""
    outcome = game.outcome()
    chain = game.book.outcome.get("tie_break") or []
    level = outcome.tie_level or 0
    how = "" if level == 0 else " Nothing broke the tie." if level < 0 else f" The tie: {chain[level - 1]['help']}."
    won = " and ".join(game.seat_name(seat) for seat in outcome.winners) or "nobody"
    return f"Won by {won} after {outcome.rounds} rounds ({outcome.reason.replace('_', ' ')}).{how}"


def standing(dealt: Dealt) -> tuple[list[str], list[list]]:
    """The final table: places, and what the scores are made of."""
    outcome = dealt.game.outcome()
    parts = [name for name, values in outcome.columns.items() if name.startswith("vp_") and any(values)]
    numbers = [outcome.scores, *(outcome.columns[name] for name in parts), *outcome.keys.values()]
    return ["place", "seat", "bot", "score", *parts, *outcome.keys], [
        [outcome.places[seat] or "-", dealt.game.seat_name(seat), dealt.bot(seat), *(one[seat] for one in numbers)]
        for seat in sorted(range(len(dealt.bots)), key=lambda seat: (outcome.places[seat] or 0, seat))]


@app.command()
def bench(
    game: Annotated[list[str] | None, typer.Argument(help="left out: all of them")] = None,
    players: Annotated[int | None, typer.Option(help="left out: the number nearest to 4")] = None,
    seconds: Annotated[float, typer.Option(help="CPU seconds for each way of playing")] = 1.0,
    verdicts: Annotated[Path | None, typer.Option(help=(
        "a folder like configs/: the time to the verdict of its GAME/checks/harmless*.yaml instead"))] = None,
    as_json: Json = False,
) -> None:
    """Games, actions and decisions per CPU second, one core."""
    from sim.core.rulebook import games as names
    from sim.core.speed import speed

    if verdicts:
        return time_to_verdict(verdicts, game or names(), as_json)
    measured = [speed(name, players, seconds) for name in game or names()]
    if as_json:
        return print_json(measured)
    for one in measured:
        per_game = {way: 1e6 / rate["games_per_second"] for way, rate in one["ways"].items()}
        table(f"{one['game']}, {one['players']} players, {one['state_bytes']} bytes of state, per CPU second",
              ["bots", "games", "actions", "decisions", "µs a game", "× random lists"],
              [[way, *(f"{count:,.0f}" for count in rate.values()), f"{per_game[way]:.1f}",
                f"{per_game[way] / per_game['random lists']:.2f}"]
               for way, rate in one["ways"].items()])


def time_to_verdict(folder: Path, games: list[str], as_json: bool) -> None:
    """What users feel: from the command to the verdict, report included, on all cores."""
    import tempfile
    import time

    from joblib import cpu_count

    import checking

    measured = []
    for name in games:
        file = min((folder / name / "checks").glob("harmless*.yaml"), default=None)
        if file is None:
            give_up(f"{folder / name / 'checks'} has no harmless*.yaml to be timed")
        (inquiry,) = ask_all([file], None)
        with tempfile.TemporaryDirectory() as place:
            start = time.perf_counter()
            one = checking.check(file, inquiry, Path(place) / "run")
            measured.append({"game": name, "verdict": one.verdict.verdict, "lines": len(one.rows),
                             "seconds": round(time.perf_counter() - start, 1), "games": one.games,
                             "blocks": max(cell["blocks"] for cell in one.manifest["cells"]), "cores": cpu_count()})
    if as_json:
        return print_json(measured)
    table("from the command to the verdict", list(measured[0]), [list(one.values()) for one in measured])


def pairs(settings: list[str] | None) -> dict[str, Any]:
    """NAME=VALUE from the command line; values are read as in YAML."""
    from ruamel.yaml import YAML, YAMLError

    read = {}
    for setting in settings or []:
        name, equals, value = setting.partition("=")
        try:
            read[name] = YAML(typ="safe", pure=True).load(value)
        except YAMLError:
            equals = ""
        if not equals:
            raise ValueError(f"{setting!r} is not NAME=VALUE")
    return read


def words(values: list) -> str:
    return ", ".join(str(value).lower() if isinstance(value, bool) else str(value) for value in values)


def some(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n:,} {what}s"


def print_json(data: object) -> None:
    print(json.dumps(data, indent=1, ensure_ascii=False))


def table(title: str, head: list[str], body: list[list]) -> None:
    """For people on a terminal; tab-separated for a pipe."""
    if title:
        print(title)
    if not sys.stdout.isatty():
        for row in [head, *body]:
            print("\t".join(map(str, row)))
        return
    from rich.console import Console
    from rich.table import Table

    shown = Table(*head)
    for row in body:
        shown.add_row(*map(str, row))
    Console().print(shown)


def give_up(message: str, code: int = 2) -> NoReturn:
    print(f"fairdraw: {message}", file=sys.stderr)
    raise SystemExit(code)


def main() -> None:
    if len(sys.argv) == 1:
        sys.argv.append("--help")
    try:
        raise SystemExit(app(standalone_mode=False))
    except (KeyboardInterrupt, typer.Abort):
        give_up("interrupted", 130)
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("sim."):
            raise
        give_up(f"{error.name} is not compiled: pip install -e . does it (with a C compiler; Debian: gcc python3-dev)")
    except BrokenPipeError:
        raise SystemExit(0) from None
    except ValueError as error:
        give_up(" ".join(str(error).split()))
    except UsageError as error:
        give_up(error.format_message())


if __name__ == "__main__":
    main()
