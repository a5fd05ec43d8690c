#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Writes the kubeconfig of a user cluster to a file that its owner alone may read.
# usage: cluster-kubeconfig.sh STACK FILE
set -euo pipefail
stack=$1
file=$2
cd "$(dirname "$(readlink -f "$0")")/../../.."
umask 077
pulumi -C packages/user-cluster stack output kubeconfig --show-secrets --stack "$stack" > "$file"
