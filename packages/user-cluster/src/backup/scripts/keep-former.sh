#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Stores the data that a restore replaces in the repository of the backups, before anything is written. Its
# tag is another one than that of backups, so no retention deletes it, and no restore takes it for a backup.
#
#   keep-former.sh <folder> <host> <time of the restore>
set -eu
folder=$1 host=$2 restore=$3
if [ -z "$(ls -A "$folder")" ]; then
  echo 'restore: there is no former data to keep' >&2
  exit 0
fi
# Removes locks of interrupted runs. A lock that a running process still renews stays.
restic unlock >&2
# Only `restic check` and `forget` lock others out, for as long as they run.
restic backup --retry-lock 35m --quiet --host "$host" --tag before-restore --tag "$restore" "$folder"
echo 'restore: kept the former data in the repository' >&2
