# SPDX-License-Identifier: Apache-2.0
# Containers of the pods that run on a machine, seen from the machine. Read library.sh first.

# Where the token of its service account is in a container; images may lead /var/run to /run.
service_account=/secrets/kubernetes.io/serviceaccount

# tokens_of PROCESS: prints the mount of that volume, as /proc/PID/mountinfo has it; nothing without one.
tokens_of() {
  awk -v "end=$service_account" 'index($5, end) && substr($5, index($5, end)) == end' "$1/mountinfo" 2> /dev/null |
    tail -n 1
}

# token_folder PROCESS: prints the path of that volume.
token_folder() {
  echo "$1/root$(tokens_of "$1" | cut -d ' ' -f 5)"
}

# Prints the processes of containers that have a token of their service account.
containers() {
  found=
  # One grep for all processes; those that end meanwhile have no environment any more.
  for file in $(grep -ls 'KUBERNETES_SERVICE_HOST=' /proc/[0-9]*/environ); do
    folder=${file%/environ}
    words_of "$file" | grep -q '^KUBERNETES_SERVICE_HOST=' || continue
    if [ -n "$(tokens_of "$folder")" ]; then found="$found $folder"; fi
  done
  [ -n "$found" ] || unasked 'no container with a token of its service account runs here'
  echo "$found"
}

# variable_of PROCESS NAME: prints a variable of the environment that a process was started with.
variable_of() {
  words_of "$1/environ" | sed -n "s/^$2=//p"
}

# each_container FUNCTION: calls it with every process of a container.
each_container() {
  processes=$(containers) || unasked "$processes"
  count=0
  for process in $processes; do
    # One that has ended meanwhile is no container any more.
    answer=$("$1" "$process" 2>&1) || {
      # Its arguments may be secret.
      [ ! -d "$process" ] || broken "$process $(words_of "$process/cmdline" | head -n 1): $answer"
    }
    count=$((count + 1))
  done
  echo "$count processes"
}

has_service_variables() {
  host=$(variable_of "$1" KUBERNETES_SERVICE_HOST)
  port=$(variable_of "$1" KUBERNETES_SERVICE_PORT)
  # Programs that reach the API elsewhere are told so by a variable of their own.
  link=$(variable_of "$1" KUBERNETES_PORT)
  expect 'KUBERNETES_SERVICE_PORT_HTTPS' "$(variable_of "$1" KUBERNETES_SERVICE_PORT_HTTPS)" 443
  printf '%s\n' "$link" | grep -Eqx 'tcp://[0-9a-f.:]+:443' || broken "KUBERNETES_PORT: $link"
  expect 'KUBERNETES_PORT_443_TCP' "$(variable_of "$1" KUBERNETES_PORT_443_TCP)" "$link"
  expect 'KUBERNETES_PORT_443_TCP_PROTO' "$(variable_of "$1" KUBERNETES_PORT_443_TCP_PROTO)" tcp
  expect 'KUBERNETES_PORT_443_TCP_PORT' "$(variable_of "$1" KUBERNETES_PORT_443_TCP_PORT)" 443
  [ -n "$host" ] && [ -n "$port" ]
}

has_runtime_variables() {
  [ -n "$(variable_of "$1" PATH)" ] || broken 'PATH is empty'
  [ -n "$(variable_of "$1" HOSTNAME)" ] || broken 'HOSTNAME is empty'
}

# The kubelet expands what the pod and its Services set, and not what the image and the runtime set.
has_expanded_arguments() {
  words_of "$1/environ" | sed -n 's/^\([A-Za-z_][A-Za-z0-9_]*\)=.*/\1/p' | while read -r name; do
    case $name in PATH | HOME | HOSTNAME | TERM) continue ;; esac
    ! words_of "$1/cmdline" | grep -Fq "\$($name)" || broken "\$($name) stands in the arguments"
  done
}

has_devices() {
  for name in null zero full random urandom; do
    [ -c "$1/root/dev/$name" ] || broken "/dev/$name is no device"
  done
  [ -d "$1/root/proc/1" ] || broken '/proc is not mounted'
}

has_hosts() {
  hosts=$1/root/etc/hosts
  [ -f "$hosts" ] || broken 'there is no file /etc/hosts'
  case $(head -n 1 "$hosts") in
    '# Kubernetes-managed hosts file.') ;;
    # The rest is of the machine.
    '# Kubernetes-managed hosts file (host network).') return 0 ;;
    # A container may lead its /etc to any file of the machine.
    *) broken 'it begins with another line' ;;
  esac
  grep -Eq '^127\.0\.0\.1[[:space:]]+(.*[[:space:]])?localhost' "$hosts" || broken 'localhost is not 127.0.0.1'
}

has_atomic_volume() {
  folder=$(token_folder "$1")
  data=$(readlink "$folder/..data")
  printf '%s\n' "$data" | grep -Eqx '\.\.[0-9]{4}(_[0-9]{2}){5}\.[0-9]+' || broken "..data leads to $data"
  # fsGroup of the pod adds the bit of the group.
  mode=$(mode_of "$folder/$data")
  expect 'permissions of that folder' "${mode#2}" 755
  for name in token ca.crt namespace; do
    expect "$name" "$(readlink "$folder/$name")" "..data/$name"
  done
}

has_read_only_volume() {
  options=$(tokens_of "$1" | cut -d ' ' -f 6)
  case ,$options, in *,ro,*) ;; *) broken "it is mounted with $options" ;; esac
}

has_live_token() {
  payload=$(cut -d . -f 2 "$(token_folder "$1")/token" | tr '_-' '/+')
  expiry=$(printf '%s===' "$payload" | base64 -d 2> /dev/null | sed -n 's/.*"exp": *\([0-9]*\).*/\1/p')
  [ "${expiry:-0}" -gt "$(date +%s)" ] || broken "the token expires at ${expiry:-an unknown time}"
}

service_variables() { each_container has_service_variables; }
runtime_variables() { each_container has_runtime_variables; }
expanded_arguments() { each_container has_expanded_arguments; }
container_devices() { each_container has_devices; }
container_hosts() { each_container has_hosts; }
atomic_volumes() { each_container has_atomic_volume; }
read_only_volumes() { each_container has_read_only_volume; }
live_tokens() { each_container has_live_token; }
