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
# Former data that cannot be read ends the restore, but for members that WITHOUT_FORMER names, with blanks
# between.
#
# The restore is a number that no other restore has. A disk that was written completely has it in a file,
# so a later run of the same restore leaves this disk alone. One that was begun has another file with it, so
# what is on this disk is not taken for the former data.
set -eu
mode=$1 restore=$2 folder=$3
shift 3
mark=strata-restore
begun=strata-restore-begun
# Bytes that the data of a member may have: etcd holds 2 GiB, beside its log.
room=3221225472

say() { echo "restore: $*" >&2; }
refuse() {
  say "$*"
  exit 1
}

# Ends the restore, unless somebody has given up the former data of this member.
lose() {
  case " ${WITHOUT_FORMER-} " in
  *" $member "*) say "$*; it is restored all the same" ;;
  *) refuse "$*; nothing has been written. --without-former $member restores all the same" ;;
  esac
}

# Options of debugfs that name a copy of the superblock, where bitmaps may be damaged, too; none for the first.
copy=

# Runs a command of debugfs on a disk that is only read. It says nothing of what it cannot do by its exit code.
look() { debugfs $copy -R "$1" "$disk" 2>/dev/null || true; }

is_begun() { [ "$(look "cat /$begun")" = "$restore" ]; }

is_written() { [ "$(look "cat /$mark")" = "$restore" ]; }

# The label is that by which machines know the disk; see bootstrap/cloud-config.ts and ignition.ts.
has_file_system() { look 'show_super_stats -h' | grep -q '^Filesystem volume name: *etcd$'; }

# Finds the file system of a disk: by its superblock, or by the first copy that mke2fs makes, which is there
# when the superblock is damaged. Blocks have 4096 bytes, those of a small disk 1024.
find_file_system() {
  for copy in '' '-c -b 4096 -s 32768' '-c -b 1024 -s 8193'; do
    if has_file_system; then return 0; fi
  done
  copy=
  return 1
}

# Returns whether a disk has nothing at its beginning, where every file system has something.
is_blank() {
  [ "$(head -c 131072 "$disk" | wc -c)" -eq 131072 ] &&
    [ "$(head -c 131072 "$disk" | tr -d '\000' | wc -c)" -eq 0 ]
}

# Returns whether the data on a disk has nothing but what a member of etcd has: the owner of the machine
# decides about names and types on it, and debugfs writes where a name with a slash leads.
# The folder member has snap and wal, and these have files. A sparse file takes no room on the disk, and all of
# its size where it is copied to.
is_of_etcd() {
  files=0 bytes=0
  for place in /member /member/snap /member/wal; do
    listed=$(look "ls -p $place")
    folders='\.|\.\.'
    [ "$place" != /member ] || folders="$folders|snap|wal"
    entry="(040[0-7]{3}/[0-9]+/[0-9]+/($folders)//|100[0-7]{3}/[0-9]+/[0-9]+/[A-Za-z0-9._-]+/[0-9]{1,10}/)"
    ! printf '%s\n' "$listed" | grep -Evq "^/[0-9]+/$entry\$" || return 1
    sizes=$(printf '%s\n' "$listed" | sed -n 's:^/[0-9]*/100.*/\([0-9]*\)/$:\1:p')
    for size in $sizes; do files=$((files + 1)) bytes=$((bytes + size)); done
  done
  [ "$files" -le 1000 ] && [ "$bytes" -le "$room" ]
}

# A disk that cannot be opened is not one without data.
require_access() {
  [ -e "$disk" ] || refuse "there is no disk of $member"
  if [ -r "$disk" ] && [ ! -b "$disk" ]; then return; fi
  [ -r "$disk" ] && [ -w "$disk" ] ||
    refuse "user $(id -u) may not open the disk of $member. A device belongs to this user only where containerd has device_ownership_from_security_context"
}

hash() { sha256sum | cut -d ' ' -f 1; }

read_disk() {
  require_access
  if is_written; then
    say "the disk of $member has the backup already"
    return
  fi
  if ! find_file_system; then
    if is_blank; then
      say "the disk of $member has no file system of etcd: there is nothing to keep"
    else
      lose "the disk of $member is not blank, and its file system cannot be read"
    fi
    return
  fi
  if is_begun; then
    say "the disk of $member has the backup, but nobody has read it back: it is written again"
    return
  fi
  entries=$(look 'ls -p /')
  case $entries in
  */./*) ;;
  *)
    lose "the file system of $member cannot be read"
    return
    ;;
  esac
  case $entries in
  */member/*) ;;
  *)
    say "the disk of $member is empty: there is nothing to keep"
    return
    ;;
  esac
  if ! is_of_etcd; then
    lose "the disk of $member has something beside the data of etcd, so nothing of it is read"
    return
  fi
  mkdir -p "$folder/$member"
  # It says that it cannot give the files to root, which nobody needs here.
  look "rdump /member $folder/$member" >/dev/null
  # Files may have modes with which nobody reads them. restic is another user of this group.
  chmod -R u+rwX,g+rX "$folder/$member"
  db=$folder/$member/member/snap/db
  if [ -s "$db" ] && [ "$(look 'cat /member/snap/db' | hash)" = "$(hash <"$db")" ]; then
    say "read the data of $member"
  else
    lose "the data of $member cannot be read whole from its disk"
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

# Overwrites a part of the disk with zeros, if the disk has it: <size of a block> <first block> <blocks>
erase() {
  [ "$(dd if="$disk" bs="$1" skip="$2" count="$3" 2>/dev/null | wc -c)" -eq $(($1 * $3)) ] || return 0
  dd if=/dev/zero of="$disk" bs="$1" seek="$2" count="$3" conv=notrunc 2>/dev/null
}

write_disk() {
  if is_written; then
    say "the disk of $member has the backup already"
    return
  fi
  [ -s "$folder/$member/member/snap/db" ] || refuse "there is no restored data of $member"
  say "writing the disk of $member"
  # mke2fs writes the superblock last. Until then that of the former data, and its copies, would lead to what is
  # overwritten by and by.
  erase 4096 0 32
  erase 4096 32768 1
  erase 1024 8193 1
  printf '%s' "$restore" >"$folder/$member/$begun"
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
  debugfs -w -R "rm $begun" "$disk" >/dev/null 2>&1
  is_written || refuse "the disk of $member cannot be marked as restored"
  rm -f "$commands" "$commands.said"
  say "wrote the disk of $member and read it back"
}

for pair in "$@"; do
  member=${pair%%=*} disk=${pair#*=} copy=
  "${mode}_disk"
done
