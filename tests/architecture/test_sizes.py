"""`script/check --sizes` finds what is large, in Python and in JavaScript."""

from tests import sizes

PYTHON = """
class Tooth:
    def pull(self) -> None:
        \"\"\"Pull it.\"\"\"
        print()


async def fill() -> None: ...
"""
JAVASCRIPT = """
export async function Steps({
  first,
  second,
}) {
  if (first) {
    return null;
  }
  const next = (step) => {
    first(step);
  };
  return next(second);
}

class Tooth {
  get root() {
    return 1;
  }
}

export default function pull() { return null; }
"""


def test_functions_of_python_are_measured() -> None:
    found = {name.split()[1]: size for size, name in sizes.python_functions("a.py", PYTHON)}
    assert found == {"pull": 3, "fill": 1}


def test_functions_of_javascript_are_measured() -> None:
    found = [(name, size) for size, name in sizes.javascript_functions("a.js", JAVASCRIPT)]
    assert found == [
        ("a.js:2 Steps", 12),
        ("a.js:9 next", 3),
        ("a.js:16 root", 3),
        ("a.js:21 pull", 1),
    ]


def test_parts_and_packages_are_counted() -> None:
    texts = {
        "src/bridgework/areas/work/jobs/__init__.py": "1\n",
        "src/bridgework/areas/work/jobs/routes.py": "1\n2\n",
        "src/bridgework/web/ui/tabs.js": "1\n",
        "src/bridgework/app.py": "1\n",
        "tests/areas/jobs/test_jobs.py": "1\n2\n3\n",
    }
    assert {name: size for size, name in sizes.parts(texts.items())} == {
        "areas/work (.py)": 3,
        "web (.js)": 1,
        "src (.py)": 1,
        "tests (.py)": 3,
    }
    assert {name: size for size, name in sizes.packages(texts)} == {
        "src/bridgework/areas/work/jobs": 1,
        "src/bridgework/web/ui": 1,
        "src/bridgework": 1,
        "tests/areas/jobs": 1,
    }
