"""The command line: one function a verb, in the order of work. Heavy imports are inside, so that --help is quick."""
from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

if TYPE_CHECKING:
    from sim.core.game import Game
    from sim.core.rulebook import Book

UsageError: Any = typer.BadParameter.__base__     # click's; newer typers carry a click of their own

app = typer.Typer(help="Is this board game fair, and does my rule change keep it fair?", add_completion=False,
                  rich_markup_mode=None, pretty_exceptions_enable=False)

Json = Annotated[bool, typer.Option("--json", help="machine-readable, to stdout")]
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
def replay(
    game: str,
    players: Annotated[int | None, typer.Option(help="left out: the number nearest to 4")] = None,
    seed: Annotated[int, typer.Option(help="the root of all luck")] = 0,
    block: Annotated[int, typer.Option(help="which deal of that seed")] = 0,
    bots: Annotated[str, typer.Option(help="one for all, or one a player with commas: heuristic,random")] = "heuristic",
    tweak: Annotated[list[str] | None, typer.Option("--rules", metavar="NAME=VALUE", help="can be repeated")] = None,
    variant: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="can be repeated")] = None,
    characters: Annotated[str, typer.Option(help="draft: chosen by the bots, assign: dealt")] = "draft",
    quiet: Quiet = False,
) -> None:
    """One game of GAME, in words: the set-up, every action, the result."""
    from sim.bots.spec import entrants
    from sim.core.game import Game
    from sim.core.rulebook import book

    read = book(game)
    seats = min(read.players, key=lambda n: abs(n - 4)) if players is None else players
    one = Game(game, seats, seed, block, pairs(tweak), pairs(variant), characters)
    specs = entrants(read, seats, bots.split(",") if "," in bots else bots)
    table_of = [spec.player().sit(seed, block, entrant) for entrant, spec in enumerate(specs)]
    if not quiet:
        print(f"{read.title}, {seats} players, seed {seed}, block {block}\n\n{one}\n")
    while one.to_move >= 0:
        one.apply(table_of[one.to_move].choose(one.position))
        if not quiet:
            print(f"{one.log[-1]}{'' if one.log[-1].options > 1 else ' (no choice)'}")
    if not quiet:
        print(f"\n{one}\n")
    result(one, [str(spec) for spec in specs])


def result(game: Game, bots: list[str]) -> None:
    """The final table: places, and what the scores are made of."""
    outcome = game.outcome()
    parts = [name for name, values in outcome.columns.items() if name.startswith("vp_") and any(values)]
    chain = game.book.outcome.get("tie_break") or []
    level = outcome.tie_level or 0
    how = "" if level == 0 else " Nothing broke the tie." if level < 0 else f" The tie: {chain[level - 1]['help']}."
    won = " and ".join(f"seat {seat}" for seat in outcome.winners) or "nobody"
    print(f"Won by {won} after {outcome.rounds} rounds ({outcome.reason.replace('_', ' ')}).{how}")
    shown = [*(outcome.columns[name] for name in parts), *outcome.keys.values()]
    table("", ["place", "seat", "bot", "score", *parts, *outcome.keys], [
        [outcome.places[seat] or "-", seat, bots[seat], outcome.scores[seat], *(column[seat] for column in shown)]
        for seat in sorted(range(len(bots)), key=lambda seat: (outcome.places[seat] or 0, seat))])


@app.command()
def bench(
    game: Annotated[list[str] | None, typer.Argument(help="left out: all of them")] = None,
    players: Annotated[int | None, typer.Option(help="left out: the number nearest to 4")] = None,
    seconds: Annotated[float, typer.Option(help="CPU seconds for each way of playing")] = 1.0,
    as_json: Json = False,
) -> None:
    """Games, actions and decisions per CPU second, one core."""
    from sim.core.rulebook import games as names
    from sim.core.speed import speed

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


def pairs(settings: list[str] | None) -> dict[str, Any]:
    """NAME=VALUE from the command line; values are read as in YAML."""
    from ruamel.yaml import YAML

    wrong = [one for one in settings or [] if "=" not in one]
    if wrong:
        raise ValueError(f"{wrong[0]!r} is not NAME=VALUE")
    split = [one.split("=", 1) for one in settings or []]
    return {name: YAML(typ="safe", pure=True).load(value) for name, value in split}


def words(values: list) -> str:
    return ", ".join(str(value).lower() if isinstance(value, bool) else str(value) for value in values)


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
