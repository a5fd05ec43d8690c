#!/bin/sh
# What KubeOne 1.14.2 does to a host, in the order in which it does it, as far as a scratch host can
# show it. The first argument is one of
#   install          pkg/tasks/tasks.go:123, WithFullInstall: all hosts at once, also when one is added
#   upgrade          pkg/tasks/upgrade_static_workers.go:34, upgrade_leader.go:33: drained
#   upgrade-kubelet  pkg/tasks/tasks.go:613, updateAllKubelets: every host once more, not drained
# Lines of packages are those of Debian and Ubuntu; RHEL's differ in the tool alone, and in SELinux.
# @see https://github.com/kubermatic/kubeone/tree/v1.14.2
# pkg/scripts/render.go:144: whatever fails ends the run.
set -eu
# Never of the machine that runs the tests.
R=${STRATA_ROOT:?}
[ -x "$R/bin/systemctl" ]
step=$1
echo "kubeone $step" >> "$R/log"

# pkg/scripts/os_debian.go:27-28, pkg/scripts/os_rhel_like.go:27-28; every script of packages does it.
swapoff_all() {
  [ ! -e "$R/proc/swaps" ] || sed -i '1!d' "$R/proc/swaps"
  sed -i 's/^SwapTotal:.*/SwapTotal:             0 kB/' "$R/proc/meminfo"
  [ ! -e "$R/etc/fstab" ] || sed -i '/.*swap.*/d' "$R/etc/fstab"
}

# modprobe: loaded, part of the kernel, or a file.
load() {
  release=$(cat "$R/proc/sys/kernel/osrelease")
  [ -d "$R/sys/module/$1" ] ||
    grep -qsE "/$1[.]ko" "$R/lib/modules/$release/modules.dep" "$R/lib/modules/$release/modules.builtin" || {
    echo "modprobe: FATAL: Module $1 not found in directory /lib/modules/$release" >&2
    return 1
  }
  mkdir -p "$R/sys/module/$1"
}

# pkg/scripts/funcs.go:40-72, "sysctl-k8s"
kernel() {
  mkdir -p "$R/etc/modules-load.d" "$R/etc/sysctl.d"
  printf '%s\n' overlay br_netfilter > "$R/etc/modules-load.d/containerd.conf"
  load overlay
  load br_netfilter
  load nf_conntrack_ipv4 2> /dev/null || load nf_conntrack
  cat > "$R/etc/sysctl.d/k8s.conf" << 'END'
fs.inotify.max_user_watches         = 1048576
fs.inotify.max_user_instances       = 8192
kernel.panic                        = 10
kernel.panic_on_oops                = 1
net.bridge.bridge-nf-call-ip6tables = 1
net.bridge.bridge-nf-call-iptables  = 1
net.ipv4.ip_forward                 = 1
net.netfilter.nf_conntrack_max      = 1000000
vm.overcommit_memory                = 1
END
  # Every file once more, in order of names: what a profile has written, too, and k8s.conf after it.
  for file in "$R"/etc/sysctl.d/*.conf; do
    while read -r key equals value; do
      [ "$equals" = = ] || continue
      path=$R/proc/sys/$(echo "$key" | tr . /)
      mkdir -p "${path%/*}"
      echo "$value" > "$path"
    done < "$file"
  done
}

# pkg/scripts/funcs.go:74-81, "journald-config"
journal() {
  mkdir -p "$R/etc/systemd/journald.conf.d"
  printf '[Journal]\nSystemMaxUse=5G\n' > "$R/etc/systemd/journald.conf.d/max_disk_use.conf"
  systemctl force-reload systemd-journald
}

# pkg/scripts/os_debian.go:80-109: held but while they are installed. $1: those with a version.
packages() {
  all='kubelet kubeadm kubectl kubernetes-cni cri-tools'
  mkdir -p "$R/played"
  if [ "$step" != install ]; then
    echo "apt-mark unhold $all" >> "$R/log"
    : > "$R/played/held"
  fi
  # pkg/scripts/render.go:54-90, "apt-containerd", in the scripts of all steps; funcs.go: defaultContainerdVersion
  echo "apt-get install containerd.io=2.2.*" >> "$R/log"
  echo "apt-get install $1 kubernetes-cni cri-tools" >> "$R/log"
  echo "apt-mark hold $all" >> "$R/log"
  printf '%s\n' $all > "$R/played/held"
}

swapoff_all
# pkg/scripts/os_debian.go:29
systemctl disable --now ufw || :
kernel
journal
case $step in
# pkg/tasks/prerequisites.go:211, pkg/tasks/upgrade_static_workers.go:64, pkg/tasks/tasks.go:618
install) packages 'kubelet kubeadm kubectl' ;;
upgrade) packages 'kubeadm kubectl' ;;
upgrade-kubelet) packages kubelet ;;
*) exit 2 ;;
esac
if [ "$step" = install ]; then
  # kubeadm join, which writes the kubelet's files: pkg/tasks/kubeadm_join.go, pkg/tasks/static_wokers.go
  mkdir -p "$R/var/lib/kubelet"
  echo 'kind: KubeletConfiguration' > "$R/var/lib/kubelet/config.yaml"
fi
# pkg/scripts/os_debian.go:111-116: restart where the kubelet is a package of the script
systemctl daemon-reload
systemctl enable --now kubelet
[ "$step" = upgrade ] || systemctl restart kubelet
