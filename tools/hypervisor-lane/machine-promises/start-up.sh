# SPDX-License-Identifier: Apache-2.0
# Traces of cloud-init and Ignition in a machine. Read library.sh first.

instance=/var/lib/cloud/instance

# Ends a check in a machine that cloud-init has not set up.
by_cloud_init() {
  [ -d "$instance" ] || unasked 'no cloud-init has set this machine up'
}

# cloud-init writes its result when all else is done, which may still go on.
await_result() {
  by_cloud_init
  await 60 test -e /run/cloud-init/result.json
}

cloud_init_result() {
  await_result
  [ -L /run/cloud-init/result.json ] || broken '/run/cloud-init/result.json is no link'
  text=$(tr -d ' \n' < /run/cloud-init/result.json)
  printf '%s\n' "$text"
  printf '%s\n' "$text" | grep -q '"errors":\[\]' && printf '%s\n' "$text" | grep -q '"datasource":"DataSource'
}

cloud_init_finished() {
  await_result
  [ -s "$instance/boot-finished" ] || broken "there is no $instance/boot-finished"
}

cloud_init_instance() {
  by_cloud_init
  folder=$(readlink "$instance")
  expect 'the folder of instances' "$(dirname "$folder")" /var/lib/cloud/instances
  expect 'the recorded instance' "$(cat /var/lib/cloud/data/instance-id 2>&1)" "$(basename "$folder")"
  basename "$folder"
}

cloud_init_once() {
  of_strata
  await_result
  for module in write_files users_groups runcmd scripts_user; do
    [ -e "$instance/sem/config_$module" ] || broken "no record says that $module has run"
  done
}

cloud_init_always() {
  await_result
  [ ! -e "$instance/sem/config_bootcmd" ] || broken 'bootcmd is recorded, as if it ran once'
}

cloud_init_script() {
  of_strata
  await_result
  script=$instance/scripts/runcmd
  expect "the permissions of $script" "$(mode_of "$script")" 700
  expect 'its first line' "$(head -n 1 "$script")" '#!/bin/sh'
}

# cloud_init_valid KIND: cloud-init's own check of its start-up data. What it says of wrong data has their
# values, which may be secret.
cloud_init_valid() {
  command -v cloud-init > /dev/null || unasked 'there is no program cloud-init'
  by_cloud_init
  answer=$(cloud-init schema --system 2>&1)
  code=$?
  printf '%s\n' "$answer" | grep -q "Valid schema $1" && return 0
  # Messages call user data by the name of its format, too.
  if printf '%s\n' "$answer" | grep -Eq "Skipping ($1|cloud-config)"; then unasked "cloud-init skips its check of $1"; fi
  if printf '%s\n' "$answer" | grep -q "Invalid $1"; then broken "cloud-init schema --system says why $1 is invalid"; fi
  [ "$code" = 0 ] && [ "$1" != user-data ] && unasked "this machine has no $1"
  broken "cloud-init schema --system ends with $code and does not judge $1"
}

user_data_valid() {
  cloud_init_valid user-data
}

network_data_valid() {
  cloud_init_valid network-config
}

written_files() {
  of_strata
  while read -r path mode; do
    [ -e "$path" ] || broken "$path is not there"
    expect "permissions and owner of $path" "$(stat -c '%a %u:%g' "$path")" "$mode 0:0"
  done << FILES
/etc/strata/machine.env 644
/etc/strata/kubernetes-version 644
/etc/strata/kubeadm.yaml 600
/etc/modules-load.d/strata.conf 644
/opt/strata/bin/bootstrap 755
/etc/systemd/system/strata-bootstrap.service 644
FILES
}

# Prints the users who may log in with a key, but for root.
key_users() {
  for keys in /home/*/.ssh/authorized_keys; do
    [ -e "$keys" ] || continue
    user=${keys#/home/}
    echo "${user%%/*}"
  done
}

# each_user FUNCTION: calls it with every user who may log in.
each_user() {
  users=$(key_users)
  [ -n "$users" ] || unasked 'nobody may log in with a key'
  for user in $users; do "$1" "$user" || return 1; done
  echo "$users"
}

has_account() {
  entry=$(getent passwd "$1") || broken "getent knows no user $1"
  expect "home and shell of $1" "$(printf '%s\n' "$entry" | cut -d : -f 6,7)" "/home/$1:/bin/bash"
  group=$(getent group "$1" | cut -d : -f 3)
  expect "the group $1" "$group" "$(printf '%s\n' "$entry" | cut -d : -f 4)"
}

has_locked_password() {
  field=$(sed -n "s/^$1:\([^:]*\):.*/\1/p" /etc/shadow)
  case $field in '!'*) ;; *) broken "the password of $1 is not locked in /etc/shadow" ;; esac
}

has_keys() {
  expect 'permissions of the folder' "$(mode_of "/home/$1/.ssh")" 700
  expect 'permissions of the file' "$(mode_of "/home/$1/.ssh/authorized_keys")" 600
  grep -q '^ssh-\|^ecdsa-\|^sk-' "/home/$1/.ssh/authorized_keys" || broken "there is no key of $1"
}

owns_keys() {
  expect 'the owner of the keys' "$(stat -c %U "/home/$1/.ssh/authorized_keys")" "$1"
}

has_sudo() {
  rules=/etc/sudoers.d/90-cloud-init-users
  [ -e "$rules" ] || broken "there is no $rules"
  expect "the permissions of $rules" "$(mode_of "$rules")" 440
  grep -Fqx "$1 ALL=(ALL) NOPASSWD:ALL" "$rules" || broken "$rules has no rule of $1"
}

accounts() {
  each_user has_account
}

locked_passwords() {
  by_cloud_init
  each_user has_locked_password
}

keys() {
  each_user has_keys
}

key_owners() {
  # In a namespace with one user only, files cannot belong to another one.
  [ "$(awk '{ sum += $3 } END { print sum }' /proc/self/uid_map)" != 1 ] ||
    unasked 'this user namespace has a single user'
  each_user owns_keys
}

sudo_rules() {
  by_cloud_init
  each_user has_sudo
}

# Ends a check in a machine that Ignition has not set up.
by_ignition() {
  [ -e /etc/.ignition-result.json ] || unasked 'no Ignition has set this machine up'
}

ignition_result() {
  by_ignition
  expect 'the permissions' "$(mode_of /etc/.ignition-result.json)" 600
  for key in provisioningBootID provisioningDate userConfigProvided; do
    grep -q "\"$key\"" /etc/.ignition-result.json || broken "it does not have $key"
  done
}

# Units that Ignition enables.
ignition_preset=/etc/systemd/system-preset/20-ignition.preset

ignition_units() {
  by_ignition
  units=$(sed -n 's/^enable //p' "$ignition_preset" 2> /dev/null)
  [ -n "$units" ] || unasked 'Ignition has enabled no unit'
  for unit in $units; do
    expect "is-enabled $unit" "$(systemctl is-enabled "$unit")" enabled
  done
}
