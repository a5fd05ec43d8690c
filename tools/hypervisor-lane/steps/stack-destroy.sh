#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Destroys one stack and looks that its state holds nothing any more.
# usage: stack-destroy.sh PROGRAM STACK
set -euo pipefail
program=$1
stack=$2
cd "$(dirname "$(readlink -f "$0")")/../../.."
pulumi() { command pulumi -C "packages/$program" "$@" --stack "$stack" --non-interactive --color never; }
pulumi destroy --run-program --yes --skip-preview
left=$(pulumi stack export | jq -r '.deployment.resources // [] | .[].urn')
[ -z "$left" ] || {
  printf '%s/%s still has %s\n' "$program" "$stack" "$left" >&2
  exit 1
}
