#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Reads and writes the disks of etcd of a control plane whose machines are off. It needs no root: the
# programs of e2fsprogs work on a device or an image as on any file.
#
#   etcd-disks.sh read|write <restore> <folder> <member>=<disk>...
#
# read:  copies the data of each member from its disk to <folder>/<member>/member. A disk without data has
#        nothing to copy.
# write: makes the file system of each disk anew, with the data in <folder>/<member>/member, and reads
#        it back.
#
# The restore is a number that no other restore has. A disk that was written completely has it in a file,
# so a later run of the same restore leaves this disk alone.
set -eu
mode=$1 restore=$2 folder=$3
shift 3
mark=strata-restore

say() { echo "restore: $*" >&2; }
refuse() {
  say "$*"
  exit 1
}

# Runs commands of debugfs, given on its standard input, on a disk that is only read. It says nothing of
# what it cannot do by its exit code.
look() { debugfs -R "$1" "$disk" 2>/dev/null || true; }

is_written() { [ "$(look "cat /$mark")" = "$restore" ]; }

# The label is that by which machines know the disk; see bootstrap/cloud-config.ts and ignition.ts.
has_file_system() { look 'show_super_stats -h' | grep -q '^Filesystem volume name: *etcd$'; }

has_data() { look 'ls -p /' | grep -q '/member/'; }

hash() { sha256sum | cut -d ' ' -f 1; }

read_disk() {
  if is_written; then
    say "the disk of $member has the backup already"
  elif ! has_file_system; then
    say "the disk of $member has no file system of etcd: there is nothing to keep"
  elif ! has_data; then
    say "the disk of $member is empty: there is nothing to keep"
  else
    mkdir -p "$folder/$member"
    # It says that it cannot give the files to root, which nobody needs here.
    debugfs -R "rdump /member $folder/$member" "$disk" 2>/dev/null
    [ "$(look 'cat /member/snap/db' | hash)" = "$(hash <"$folder/$member/member/snap/db")" ] ||
      refuse "the data of $member cannot be read from its disk; nothing has been written"
    say "read the data of $member"
  fi
}

# Prints the commands of debugfs that give files to root. Without them they would belong to this user.
give_to_root() {
  for entry in "$1"/*; do
    [ -e "$entry" ] || continue
    name=${entry#"$folder/$member"}
    printf 'set_inode_field "%s" uid 0\nset_inode_field "%s" gid 0\n' "$name" "$name"
    [ ! -d "$entry" ] || give_to_root "$entry"
  done
}

write_disk() {
  if is_written; then
    say "the disk of $member has the backup already"
    return
  fi
  [ -s "$folder/$member/member/snap/db" ] || refuse "there is no restored data of $member"
  say "writing the disk of $member"
  # Twice no question: nobody is there to answer. It refuses a disk that is mounted here.
  mke2fs -q -F -t ext4 -L etcd -d "$folder/$member" "$disk" </dev/null
  commands=$(mktemp)
  {
    printf 'set_inode_field / uid 0\nset_inode_field / gid 0\n'
    give_to_root "$folder/$member"
  } >"$commands"
  debugfs -w -f "$commands" "$disk" >/dev/null 2>"$commands.said"
  e2fsck -f -n "$disk" >"$commands.said" 2>&1 ||
    refuse "the file system of $member is damaged: $(tail -n 3 "$commands.said" | tr '\n' ' ')"
  [ "$(look 'cat /member/snap/db' | hash)" = "$(hash <"$folder/$member/member/snap/db")" ] ||
    refuse "what was written to the disk of $member cannot be read back"
  # The last thing that is written.
  printf '%s' "$restore" >"$commands"
  debugfs -w -R "write $commands $mark" "$disk" >/dev/null 2>&1
  is_written || refuse "the disk of $member cannot be marked as restored"
  rm -f "$commands" "$commands.said"
  say "wrote the disk of $member and read it back"
}

for pair in "$@"; do
  member=${pair%%=*} disk=${pair#*=}
  "${mode}_disk"
done
