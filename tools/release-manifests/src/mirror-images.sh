#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Copies every image of this bundle into a registry, with all architectures and unchanged digests.
# Needs skopeo or crane, and access to both sides: log in first (skopeo login, crane auth login).
# May be stopped and run again.
set -u

usage() {
  echo "Usage: $0 [--force] <registry>[:port][/path]"
  echo
  echo 'Copies @TOTAL@ images. The registry is what registryMirror says in the configuration.'
  echo '  --force    copy also what is in the registry already'
  echo 'Environment: COPY_FLAGS, options for "skopeo copy" or "crane copy"; CHECK_FLAGS, the same for'
  echo '"skopeo inspect" or "crane digest" (a registry without TLS: --dest-tls-verify=false and'
  echo '--tls-verify=false for skopeo, --insecure for crane).'
}

force=no
mirror=
for argument in "$@"; do
  case $argument in
    --help | -h) usage; exit 0 ;;
    --force) force=yes ;;
    -*) echo "$0: unknown option $argument" >&2; usage >&2; exit 2 ;;
    *) mirror=${mirror:+$mirror }$argument ;;
  esac
done
case $mirror in
  '' | *' '*) usage >&2; exit 2 ;;
  *://* | */) echo "$0: give the registry without a scheme and without a slash at the end" >&2; exit 2 ;;
esac

if command -v skopeo > /dev/null; then
  tool=skopeo
elif command -v crane > /dev/null; then
  tool=crane
else
  echo "$0: neither skopeo nor crane is on PATH: install one of them" >&2
  exit 2
fi

# Unquoted on purpose: several options in one variable.
is_there() {
  case $tool in
    skopeo) skopeo inspect --raw ${CHECK_FLAGS:-} "docker://$1" > /dev/null 2>&1 ;;
    crane) crane digest ${CHECK_FLAGS:-} "$1" > /dev/null 2>&1 ;;
  esac
}

copy_image() {
  case $tool in
    skopeo) skopeo copy --all --preserve-digests ${COPY_FLAGS:-} "docker://$1" "docker://$2" ;;
    crane) crane copy ${COPY_FLAGS:-} "$1" "$2" ;;
  esac
}

total=@TOTAL@
number=0
failed=

# Shows where it is; a failure does not keep the others from being copied.
copy() {
  number=$((number + 1))
  target=$mirror/$2
  if [ "$force" = no ] && is_there "$target"; then
    echo "[$number/$total] $target is there"
    return
  fi
  echo "[$number/$total] $1 -> $target"
  if ! copy_image "$1" "$target"; then
    failed="$failed $1"
  fi
}

@COPIES@

if [ -n "$failed" ]; then
  echo "$0: not copied:" >&2
  for image in $failed; do echo "  $image" >&2; done
  echo "Run it again: what is in the registry already is left alone." >&2
  exit 1
fi
echo "All $total images are in $mirror."
