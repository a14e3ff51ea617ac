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
