#!/bin/sh
# Makes a Python virtual environment with the pinned jax, or with what another
# requirements file pins.
#
#   setup_venv.sh VENVDIR [REQUIREMENTS]
#
# Lines "# imports: A, B" and "# downloads: SIZE" of the file say what must be
# there afterwards, and how much comes.
#
# Takes the first Python that can make a virtual environment and has wheels for
# every pinned package; PYTHON=/path/to/python3 tries that one only. A second
# call does nothing until the requirements change. Only progress goes to standard
# output; exit status 0 means that VENVDIR/bin/python has the packages.
set -eu

if [ $# -lt 1 ] || [ $# -gt 2 ]; then
  echo "usage: $0 VENVDIR [REQUIREMENTS]" >&2
  exit 2
fi
venv=$1
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
requirements=${2:-$here/requirements.txt}
imports=$(sed -n 's/^# imports: //p' "$requirements")
downloads=$(sed -n 's/^# downloads: //p' "$requirements")
stamp=$venv/requirements.sha256
wanted=$(sha256sum <"$requirements" | cut -d' ' -f1)

if [ -x "$venv/bin/python" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ]; then
  echo "setup_venv: $venv is up to date"
  exit 0
fi
if [ -e "$venv" ] && [ ! -e "$venv/pyvenv.cfg" ]; then
  echo "setup_venv: error: $venv exists and is not a virtual environment;" \
    "name another folder" >&2
  exit 1
fi

mkdir -p "$(dirname -- "$venv")"
log=$venv.log
: >"$log"
for python in ${PYTHON:-/usr/bin/python3 python3.11 python3.12 python3.13 python3}; do
  # A name on the PATH may be a stub that cannot run.
  version=$("$python" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' \
    2>>"$log") || continue
  echo "setup_venv: trying $python ($version)"
  rm -rf "$venv"
  if ! "$python" -m venv "$venv" >>"$log" 2>&1; then
    echo "setup_venv:   it cannot make virtual environments"
    continue
  fi
  echo "setup_venv:   installing $(grep -c '==' "$requirements") packages ($downloads)"
  if ! "$venv/bin/python" -m pip install --disable-pip-version-check \
    --only-binary=:all: -r "$requirements" >>"$log" 2>&1; then
    echo "setup_venv:   it has no wheels for the pinned packages, or they cannot be reached"
    continue
  fi
  if ! "$venv/bin/python" -c "import $imports" >>"$log" 2>&1; then
    echo "setup_venv:   installed, but cannot be imported: $imports"
    continue
  fi
  echo "$wanted" >"$stamp"
  rm -f "$log"
  echo "setup_venv: $venv is ready: $imports on Python $("$venv/bin/python" -c \
    'import sys; print(sys.version.split()[0])')"
  exit 0
done

rm -rf "$venv"
cat >&2 <<END
setup_venv: error: no Python could install $requirements
Needed: Python 3.11 or later with its venv module, and access to a package index.
  On Debian and Ubuntu: apt-get install python3 python3-venv
  To name an interpreter: PYTHON=/path/to/python3 $0 $venv
The end of $log:
END
tail -n 15 "$log" >&2
exit 1
