# SPDX-License-Identifier: Apache-2.0
# Kubelet and static pods of a machine. Read library.sh first.

pki=/var/lib/kubelet/pki
kubeconfig=/etc/kubernetes/kubelet.conf
kubelet_config=/var/lib/kubelet/config.yaml

# Ends a check in a machine that no kubelet runs in.
with_kubelet() {
  [ -e "$kubelet_config" ] || unasked 'this machine is no node'
}

# answer_of URL: prints the text of an answer, and its status. A slow machine may need most of a minute.
answer_of() {
  curl -sk --max-time 60 -w ' %{http_code}' "$1"
}

healthz() {
  with_kubelet
  port=$(sed -n 's/^healthzPort: *//p' "$kubelet_config")
  url=http://127.0.0.1:${port:-10248}
  expect '/healthz' "$(answer_of "$url/healthz")" 'ok 200'
  found=$(answer_of "$url/strata-none")
  expect 'an unknown page' "${found##* }" 404
  address=$(ip -o -4 address show scope global | sed -n 's/.* inet \([0-9.]*\)\/.*/\1/p' | head -n 1)
  [ -n "$address" ] || unasked 'this machine has no IPv4 address but those of its loopback'
  expect 'at another address' "$(code_of curl -s --max-time 10 "http://$address:${port:-10248}/healthz")" 7
}

kubelet_api() {
  with_kubelet
  expect '/pods' "$(answer_of https://127.0.0.1:10250/pods)" 'Unauthorized 401'
}

kubelet_kubeconfig() {
  with_kubelet
  expect 'the permissions' "$(mode_of "$kubeconfig")" 600
  for key in client-certificate client-key; do
    found=$(sed -n "s/^ *$key: *//p" "$kubeconfig")
    expect "$key" "$found" "$pki/kubelet-client-current.pem"
  done
}

kubelet_context() {
  with_kubelet
  grep -q '^current-context: system:node:' "$kubeconfig" && unasked 'kubeadm has written this kubeconfig'
  for line in 'current-context: default-context' 'cluster: default-cluster' 'user: default-auth' 'namespace: default' 'name: default-auth'; do
    grep -q "^ *\(- \)\{0,1\}$line\$" "$kubeconfig" || broken "it does not have $line"
  done
}

client_certificate() {
  with_kubelet
  current=$pki/kubelet-client-current.pem
  expect 'permissions of the folder' "$(mode_of "$pki")" 755
  name=$(basename "$(readlink "$current")")
  printf '%s\n' "$name" | grep -Eqx 'kubelet-client-[0-9]{4}(-[0-9]{2}){5}\.pem' || broken "the link leads to $name"
  expect 'permissions of the file' "$(mode_of "$pki/$name")" 600
  grep -Eq '^-----BEGIN (EC|RSA) PRIVATE KEY-----$' "$current" || broken 'its key is of another format'
  subject=$(openssl x509 -noout -subject -nameopt RFC2253 -in "$current")
  expect 'the subject' "${subject#subject=}" "CN=system:node:$(uname -n),O=system:nodes"
}

# Ends a check of a kubelet that has its serving certificate from the cluster.
self_signed() {
  with_kubelet
  [ -e "$pki/kubelet.crt" ] || unasked 'the kubelet has its serving certificate from the cluster'
}

serving_names() {
  self_signed
  host=$(uname -n)
  subject=$(openssl x509 -noout -subject -nameopt RFC2253 -in "$pki/kubelet.crt")
  printf '%s\n' "$subject" | grep -Eqx "subject=CN=$host@[0-9]+" || broken "$subject"
  issuer=$(openssl x509 -noout -issuer -nameopt RFC2253 -in "$pki/kubelet.crt")
  printf '%s\n' "$issuer" | grep -Eqx "issuer=CN=$host-ca@[0-9]+" || broken "$issuer"
  names=$(openssl x509 -noout -ext subjectAltName -in "$pki/kubelet.crt" | sed -n 's/^ *\(.*:.*\)$/\1/p' | tail -n 1)
  expect 'the other names' "$names" "DNS:$host"
}

serving_files() {
  self_signed
  expect 'certificates in the file' "$(grep -c 'BEGIN CERTIFICATE' "$pki/kubelet.crt")" 2
  expect 'permissions of the certificate' "$(mode_of "$pki/kubelet.crt")" 644
  expect 'permissions of the key' "$(mode_of "$pki/kubelet.key")" 600
  expect 'the format of the key' "$(head -n 1 "$pki/kubelet.key")" '-----BEGIN RSA PRIVATE KEY-----'
  openssl x509 -noout -text -in "$pki/kubelet.crt" | grep -q 'Public-Key: (2048 bit)' || broken 'the key is not of 2048 bits'
}

containerd_socket=/run/containerd/containerd.sock
# The kernel's list of sockets, with the flag 00010000 of those that something listens at.
sockets=/proc/net/unix

runtime_socket() {
  with_kubelet
  [ -S "$containerd_socket" ] || broken "there is no socket $containerd_socket"
  # Another root folder and other names of paths are in the list that a guest of the sandbox has.
  is_played && return 0
  awk -v "path=$containerd_socket" '$4 == "00010000" && $8 == path { found = 1 } END { exit !found }' "$sockets" ||
    broken "nothing listens at $containerd_socket"
}

# Prints the manifests of the static pods that name a program; ends a check in a machine without any.
manifests() {
  with_kubelet
  folder=$(sed -n 's/^staticPodPath: *//p' "$kubelet_config")
  found=$(grep -l '^ *- command:' "${folder:-/none}"/*.yaml 2> /dev/null) ||
    unasked 'this machine has no static pods'
  echo "$found"
}

# process_of PROGRAM: prints the process that runs a program, by the first word of its command. One ps for
# all processes: a program for each of them takes minutes where the processor is translated.
process_of() {
  ps -e -o pid= -o args= | awk -v "program=$1" '
    { name = $2; sub(/.*\//, "", name) }
    name == program { print $1; found = 1; exit }
    END { exit !found }'
}

# Prints the program and the flags of a manifest.
command_in() {
  awk '/^ *- command:/ { on = 1; next } on && /^ *- / { sub(/^ *- /, ""); print; next } on { exit }' "$1"
}

static_pods() {
  files=$(manifests) || unasked "$files"
  for file in $files; do
    program=$(command_in "$file" | head -n 1)
    process=$(process_of "$program") || broken "no process runs $program"
    command_in "$file" | sed 1d | while read -r flag; do
      words_of "/proc/$process/cmdline" | grep -Fqx -- "$flag" || broken "$program runs without $flag"
    done || return 1
    echo "$program"
  done
}

static_pod_variables() {
  files=$(manifests) || unasked "$files"
  for file in $files; do
    program=$(command_in "$file" | head -n 1)
    process=$(process_of "$program") || broken "no process runs $program"
    name=$(words_of "/proc/$process/environ" | sed -n 's/^HOSTNAME=//p')
    expect "HOSTNAME of $program" "$name" "$(uname -n)"
  done
}

static_pod_folders() {
  files=$(manifests) || unasked "$files"
  for file in $files; do
    # shellcheck disable=SC2016
    awk '/^ *path:/ { path = $2 } /^ *type:/ { print path, $2 }' "$file" | while read -r path type; do
      case $type in
        DirectoryOrCreate) [ -d "$path" ] || broken "$path is no folder" ;;
        File | FileOrCreate) [ -f "$path" ] || broken "$path is no file" ;;
      esac
    done || return 1
  done
}

# metadata_in FILE KEY: prints a text of the metadata of a manifest.
metadata_in() {
  awk -v "key=$2:" '/^[a-z]/ { on = $1 == "metadata:" } on && /^  [a-z]/ && $1 == key { print $2; exit }' "$1"
}

pod_logs=/var/log/pods

static_pod_logs() {
  files=$(manifests) || unasked "$files"
  for file in $files; do
    namespace=$(metadata_in "$file" namespace)
    set -- "$pod_logs/${namespace:-default}_$(metadata_in "$file" name)-$(uname -n)"_*/*/*.log
    [ -e "$1" ] || broken "there is no $1"
  done
}
