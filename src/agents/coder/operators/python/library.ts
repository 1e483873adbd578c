/** Names every module can use without an import. */
export const pythonBuiltins: readonly string[] =
  "abs all any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict dir divmod enumerate eval exec filter float format frozenset getattr globals hasattr hash hex id input int isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow print property range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip self cls __name__ __file__ Exception ValueError TypeError KeyError IndexError AttributeError RuntimeError StopIteration ZeroDivisionError OSError FileNotFoundError NotImplementedError NotImplemented OverflowError AssertionError ImportError ModuleNotFoundError LookupError ArithmeticError KeyboardInterrupt PermissionError TimeoutError UnicodeDecodeError UnicodeEncodeError UnicodeError Warning DeprecationWarning BaseException ConnectionError EOFError Ellipsis".split(
    " ",
  );

/** Modules of the standard library that programs import most. */
export const pythonLibraries: readonly string[] =
  "abc argparse array ast asyncio base64 bisect calendar collections collections.abc concurrent.futures configparser contextlib copy csv dataclasses datetime decimal difflib email enum fnmatch fractions functools glob gzip hashlib heapq hmac html http importlib inspect io itertools json locale logging math mimetypes multiprocessing numbers operator os os.path pathlib pickle platform pprint queue random re secrets select shlex shutil signal socket sqlite3 stat statistics string struct subprocess sys tempfile textwrap threading time timeit traceback types typing unicodedata unittest unittest.mock urllib urllib.parse urllib.request uuid warnings weakref xml zipfile zlib zoneinfo".split(
    " ",
  );

/** Attributes of the built-in values that are called most. */
export const pythonMembers: readonly string[] =
  "append clear copy count extend index insert pop remove reverse sort add discard update union intersection difference issubset issuperset get items keys values setdefault popitem capitalize casefold center encode endswith expandtabs find format isalnum isalpha isascii isdecimal isdigit islower isnumeric isspace istitle isupper join ljust lower lstrip partition replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title translate upper zfill read readline readlines write close group groups groupdict match search findall finditer fullmatch sub compile path exists isfile isdir dirname basename loads dumps load dump sqrt floor ceil pi inf e now today strftime strptime isoformat total_seconds days seconds year month day hour minute second name stem suffix parent".split(
    " ",
  );
