// SPDX-License-Identifier: Apache-2.0
import { quoted } from '../ssh/index.ts';
import { swapFile } from '../profile/swap-file.ts';
import type { Requirement } from './requirement.ts';

const runtimes = 'https://kubernetes.io/docs/setup/production-environment/container-runtimes/';
const kubeadm =
  'https://kubernetes.io/docs/setup/production-environment/tools/kubeadm/install-kubeadm/';
const ports = 'https://kubernetes.io/docs/reference/networking/ports-and-protocols/';

/**
 * Kernel modules that must be loaded, built into the kernel or loadable. KubeOne loads the last three
 * and fails when one is missing.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/scripts/funcs.go#L45
 */
const modules = ['kvm', 'vhost_net', 'br_netfilter', 'overlay', 'nf_conntrack'];

/** Ports that Kubernetes and etcd listen on. */
const neededPorts = [6443, 2379, 2380, 10250, 10257, 10259];

/** Cases of a shell `case` for these ports, in hexadecimal as in /proc/net/tcp. */
const hexPorts = neededPorts
  .map((port) => `${port.toString(16).toUpperCase().padStart(4, '0')}) echo ${port} ;;`)
  .join(' ');

const leftovers = [
  ...['admin.conf', 'kubelet.conf', 'manifests'].map((name) => `/etc/kubernetes/${name}`),
  '/var/lib/etcd',
  '/var/lib/kubelet/config.yaml',
  '/etc/cni/net.d',
];

/** File with the key that encrypts Secrets in etcd. */
const keyFile = '/etc/kubernetes/encryption-providers/encryption-providers.yaml';

/** Requirements of the operating system of a host. */
export const systemRequirements: readonly Requirement[] = [
  {
    title: 'kernel',
    look: () => 'found=$(cat "$R/proc/sys/kernel/osrelease")',
    isMet: () => `echo "$found" | awk -F '[.-]' '{exit !($1 > 5 || ($1 == 5 && $2 >= 10))}'`,
    needed: () => '5.10 or newer',
    mend: () => 'Install a newer kernel and boot it.',
    source: 'https://docs.cilium.io/en/stable/operations/system_requirements/',
  },
  {
    title: 'kernel modules',
    look: () =>
      [
        'found=',
        'release=$(cat "$R/proc/sys/kernel/osrelease")',
        `for module in ${modules.join(' ')}; do`,
        '  [ -d "$R/sys/module/$module" ] && continue',
        '  pattern=$(echo "$module" | sed "s/_/[_-]/g")',
        '  grep -qsE "/$pattern[.]ko" "$R/lib/modules/$release/modules.dep" "$R/lib/modules/$release/modules.builtin" ||',
        '    found="$found${found:+, }no $module"',
        'done',
      ].join('\n'),
    isMet: () => '[ -z "$found" ]',
    needed: () => modules.join(', '),
    mend: () =>
      'Install the package with the rest of the modules (linux-modules-extra-$(uname -r) on Ubuntu).',
    source: kubeadm,
  },
  {
    title: 'cgroups',
    look: () =>
      'found="version 1"; [ ! -e "$R/sys/fs/cgroup/cgroup.controllers" ] || found="version 2"',
    isMet: () => '[ "$found" = "version 2" ]',
    needed: () => 'version 2',
    mend: () => 'Boot with systemd.unified_cgroup_hierarchy=1.',
    source: 'https://kubernetes.io/docs/concepts/architecture/cgroups/',
  },
  {
    title: 'swap',
    // The swap file of the profile high-density is deleted when the host leaves the profile, so it
    // does not count here: otherwise no host could leave that profile.
    look: () =>
      `found="$({ cat "$R/proc/swaps" 2>/dev/null; cat "$R/proc/meminfo"; } | awk '$1 == "${swapFile}" {own = $3} /^SwapTotal:/ {print int(($2 - own) / 1024)}') MiB"`,
    isMet: () => '[ "${found% MiB}" -eq 0 ]',
    needed: ({ profile }) => `none with the profile ${profile}`,
    mend: () => 'Run swapoff -a and remove swap from /etc/fstab, or take the profile high-density.',
    source: 'https://kubernetes.io/docs/concepts/cluster-administration/swap-memory-management/',
    isAsked: ({ profile }) => profile !== 'high-density',
  },
  {
    title: 'place for tools',
    // The options of the file system that /usr/local is on; the first one is rw or ro.
    look: () =>
      [
        'found=$(awk \'($2 == "/" || $2 == "/usr" || $2 == "/usr/local") && length($2) >= longest {',
        '  longest = length($2); split($4, option, ","); is = option[1]',
        '} END {print is == "ro" ? "a read-only file system" : ""}\' "$R/proc/mounts" 2>/dev/null)',
      ].join('\n'),
    isMet: () => '[ -z "$found" ]',
    needed: () => '/usr/local on a file system that can be written to',
    mend: () =>
      'Leave infra:bridges and the profile high-performance to hosts with another system: both install a script there, and Flatcar has /usr read-only.',
    source: 'https://www.flatcar.org/docs/latest/reference/developer-guides/sdk-disk-partitions/',
    isAsked: ({ bridges, profile }) => bridges.length > 0 || profile === 'high-performance',
  },
  {
    title: 'time synchronization',
    look: () =>
      [
        'found=none',
        '[ "$(timedatectl show -p NTPSynchronized --value 2>/dev/null)" != yes ] || found=timedatectl',
        `chronyc -n tracking 2>/dev/null | grep -q '^Leap status *: Normal' && found=chrony`,
      ].join('\n'),
    isMet: () => '[ "$found" != none ]',
    needed: () => 'a clock that NTP keeps',
    mend: () => 'Install chrony or run timedatectl set-ntp true, and let it reach a time server.',
    source: 'https://etcd.io/docs/v3.6/op-guide/hardware/',
  },
  {
    title: 'name resolution',
    look: ({ resolves }) =>
      [
        'found=',
        `for name in ${resolves.map(quoted).join(' ')}; do`,
        '  getent hosts "$name" >/dev/null 2>&1 || found="$found${found:+, }no address of $name"',
        'done',
      ].join('\n'),
    isMet: () => '[ -z "$found" ]',
    needed: ({ resolves }) => `addresses of ${resolves.join(', ')}`,
    mend: () => 'Mend /etc/resolv.conf or the DNS server, or correct infra:preflight.resolves.',
    source: kubeadm,
    isAsked: ({ resolves }) => resolves.length > 0,
  },
  {
    title: 'free ports',
    look: () =>
      [
        `found=$(awk 'FNR > 1 && $4 == "0A" {split($2, part, ":"); print part[length(part)]}' /dev/null "$R/proc/net/tcp" "$R/proc/net/tcp6" 2>/dev/null |`,
        `  while read -r port; do case $port in ${hexPorts} esac; done | sort -nu | tr '\\n' ' ')`,
        'found=${found% }',
      ].join('\n'),
    isMet: () => '[ -z "$found" ]',
    needed: () => `nothing listening on ${neededPorts.join(', ')}`,
    mend: () => 'ss -ltnp says what listens; stop and disable it.',
    source: ports,
    when: 'fresh',
  },
  {
    title: 'no other Kubernetes',
    look: () =>
      [
        'found=',
        `for path in ${leftovers.join(' ')}; do`,
        '  [ -d "$R$path" ] && [ -z "$(ls -A "$R$path" 2>/dev/null)" ] && continue',
        '  [ ! -e "$R$path" ] || found="$found${found:+, }$path"',
        'done',
      ].join('\n'),
    isMet: () => '[ -z "$found" ]',
    needed: () => 'a host that belongs to no cluster',
    mend: () =>
      'Make sure that it belongs to nobody else; then install it anew, or run kubeadm reset on it and delete these.',
    source: runtimes,
    when: 'fresh',
  },
  {
    title: 'encryption key of Secrets',
    // Only root sees the folder.
    look: () => `found=; ! $as_root test -s "$R${keyFile}" || found=${keyFile}`,
    isMet: () => '[ -n "$found" ]',
    needed: () => `${keyFile}, which a control plane must have before it joins`,
    mend: () =>
      'Copy its folder from another control plane (docs/runbooks/replace-host.md#a-control-plane): KubeOne does not, and without the key the API server of this host never starts.',
    source: 'https://github.com/kubermatic/kubeone/issues/2947',
    isAsked: ({ encryptionKey = false }) => encryptionKey,
    when: 'joining',
  },
];
