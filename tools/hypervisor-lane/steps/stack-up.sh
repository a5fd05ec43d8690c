#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Brings one stack up, makes it where it is not there yet, and looks that a second look finds no change.
# usage: stack-up.sh PROGRAM STACK
set -euo pipefail
program=$1
stack=$2
cd "$(dirname "$(readlink -f "$0")")/../../.."
pulumi() { command pulumi -C "packages/$program" "$@" --non-interactive --color never; }
pulumi stack init "$stack" --no-select 2> /dev/null || pulumi stack ls > /dev/null
pulumi up --stack "$stack" --yes --skip-preview
pulumi preview --stack "$stack" --refresh --expect-no-changes
