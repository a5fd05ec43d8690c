#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Takes the infra cluster away; it is no error when there is none.
# usage: cluster-down.sh NAME
set -euo pipefail
kind delete cluster --name "$1"
