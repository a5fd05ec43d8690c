#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Judges by what a machine shows about itself whether it keeps what the sandbox's played parts promise of
# a real one. It runs inside the machine, as root: sh machine-promises.sh [--act] [PROMISE]...
# With --act it makes units and files for a moment, and removes them again; without, it only reads. It
# prints one line for each promise, or for those that are named, and then the counts: without the counts
# it did not come to its end. It ends with 1 when one is broken, with 2 when it is used wrongly.
set -u
export LC_ALL=C
# A proxy would answer for the machine.
unset http_proxy https_proxy HTTPS_PROXY all_proxy ALL_PROXY

refuse() {
  echo "machine-promises.sh: $*" >&2
  exit 2
}

# Exit code of a check that cannot be judged here.
cannot=77

# A check is a function. It prints what it has found, and succeeds if that is as promised. It runs in a
# shell of its own, so it may end it.
unasked() {
  printf '%s\n' "$*"
  exit "$cannot"
}

# Ends a check as broken.
broken() {
  printf '%s\n' "$*"
  exit 1
}

# expect WORDS FOUND WANTED: prints what was found, and ends the check as broken unless it is as wanted.
expect() {
  [ "$2" = "$3" ] || broken "$1: $2, not $3"
}

# Ends a check that changes the machine, unless that is allowed.
acts() {
  [ "$acting" = yes ] || unasked 'it changes the machine for a moment: --act allows it'
}

# cleans_up_by COMMAND: runs it at the end of a check, and also when a signal ends it: dash does not count
# that as an end.
cleans_up_by() {
  # shellcheck disable=SC2064
  trap "$1" EXIT
  trap 'exit 1' HUP INT PIPE TERM
}

# A guest of the sandbox has no kernel of its own, and says who it is.
is_played() {
  grep -q '^ID=strata-guest' /etc/os-release 2> /dev/null
}

# Variables of a machine that Strata has set up.
of_strata() {
  [ -r /etc/strata/machine.env ] || unasked 'Strata has not set this machine up'
  # shellcheck source=/dev/null
  . /etc/strata/machine.env
}

# code_of COMMAND...: prints the exit code of a command, and nothing else.
code_of() {
  "$@" > /dev/null 2>&1
  echo "$?"
}

# words_of FILE: prints the words of a file that ends each with a zero, one a line; nothing of a process
# that is gone.
words_of() {
  { tr '\0' '\n' < "$1"; } 2> /dev/null
}

# await SECONDS COMMAND...: runs a command each second until it succeeds; fails if it never does.
await() {
  looks=$1
  shift
  until "$@" > /dev/null 2>&1; do
    [ "$looks" -gt 0 ] || return 1
    looks=$((looks - 1))
    sleep 1
  done
}

# mode_of FILE: prints the permissions of a file or a folder.
mode_of() {
  stat -c %a "$1" 2> /dev/null || echo none
}

acting=no
wanted=
count_kept=0
count_broken=0
count_unasked=0

# begin ARGUMENT...: reads the arguments of the script. The names of all promises are in $all_promises.
begin() {
  for argument in "$@"; do
    case $argument in
      --act)
        acting=yes
        continue
        ;;
      -*) refuse "$argument is unknown; the only flag is --act" ;;
    esac
    case " $all_promises " in
      *" $argument "*) wanted="$wanted $argument" ;;
      *) refuse "there is no promise $argument" ;;
    esac
  done
  [ "$(id -u)" = 0 ] || refuse 'must be run by root'
}

# judge CHECK PROMISE FILES UPSTREAM: judges one promise. The files of the sandbox and the place in
# upstream's source help those who read that it is broken.
judge() {
  case "$wanted " in ' ' | *" $1 "*) ;; *) return 0 ;; esac
  found=$("$1" 2>&1 < /dev/null)
  code=$?
  # Names in it may come from anywhere: it stays one line, and says nothing to the terminal.
  found=$(printf '%s' "$found" | tr -c ' -~' ' ' | cut -c 1-300)
  case $code in
    0)
      count_kept=$((count_kept + 1))
      printf '%s\n' "kept    $1: $2${found:+ ($found)}"
      ;;
    "$cannot")
      count_unasked=$((count_unasked + 1))
      printf '%s\n' "unasked $1: $2: $found"
      ;;
    *)
      count_broken=$((count_broken + 1))
      printf '%s\n' "BROKEN  $1: $2: $found (played: $3; upstream: $4)"
      ;;
  esac
}

# Prints the counts, and ends the script.
conclude() {
  echo "$count_kept promises kept, $count_broken broken, $count_unasked cannot be judged here"
  [ "$count_broken" = 0 ] || exit 1
  exit 0
}
