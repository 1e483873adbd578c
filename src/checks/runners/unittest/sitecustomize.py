"""Starts with every Python of the check: runs the sitecustomize it stands in front of, then waits for unittest to be imported."""

import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys

_HERE = os.path.dirname(os.path.abspath(__file__))


def _run_the_other():
    """The environment's own sitecustomize must keep its effect."""
    paths = [path for path in sys.path if os.path.abspath(path or ".") != _HERE]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", paths)
    if spec is not None and spec.loader is not None:
        module = importlib.util.module_from_spec(spec)
        sys.modules["sitecustomize"] = module
        spec.loader.exec_module(module)


class _AfterImport(importlib.abc.MetaPathFinder):
    """Lets the usual finders find unittest.runner (the last module a run needs) and hooks in once it is loaded."""

    def find_spec(self, name, path=None, target=None):
        if name != "unittest.runner":
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        if spec is None or spec.loader is None:
            return None
        original = spec.loader.exec_module

        def exec_module(module):
            original(module)
            import heal_unittest

            heal_unittest.install(module)
            if os.environ.get("HEAL_COVERAGE_OUT"):
                import heal_coverage

                heal_coverage.install_unittest()
            if os.environ.get("HEAL_TRACE_OUT"):
                import heal_trace

                heal_trace.install_unittest()

        spec.loader.exec_module = exec_module
        return spec


if os.environ.get("HEAL_UNITTEST_REPORT"):
    sys.meta_path.insert(0, _AfterImport())
_run_the_other()
