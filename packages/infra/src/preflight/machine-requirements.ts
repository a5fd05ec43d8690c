// SPDX-License-Identifier: Apache-2.0
import type { Requirement } from './requirement.ts';

const kkp =
  'https://docs.kubermatic.com/kubermatic/v2.24/architecture/supported-providers/kubevirt/#requirements';
const kubevirt = 'https://kubevirt.io/user-guide/cluster_admin/installation/#requirements';

/** Least memory. Firmware and kernel keep a part of it, so that MemTotal may be up to a tenth less. */
const memoryMiB = 4096;
const leastMiB = (hugepagesGiB: number) => Math.floor(memoryMiB * 0.9) + hugepagesGiB * 1024;

/** `ID` in /etc/os-release of the systems for which KubeOne has a script: its pkg/tasks/util.go, `runOnOS`. */
const systems = ['ubuntu', 'debian', 'centos', 'rhel', 'rocky', 'flatcar'];

/** Requirements of the hardware and the login of a host. */
export const machineRequirements: readonly Requirement[] = [
  {
    title: 'administrator',
    look: () =>
      'found=$(id -un); [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null || found="$found without sudo"',
    isMet: () => '[ "${found% without sudo}" = "$found" ]',
    needed: () => 'root, or a user with sudo without a password',
    mend: () => 'Add a file in /etc/sudoers.d with the line "<user> ALL=(ALL) NOPASSWD: ALL".',
    source:
      'https://docs.kubermatic.com/kubeone/main/architecture/requirements/machine-controller/',
  },
  {
    title: 'operating system',
    look: () => `found=$(sed -n 's/^ID="\\{0,1\\}\\([^"]*\\).*/\\1/p' "$R/etc/os-release")`,
    isMet: () => `case $found in ${systems.join(' | ')}) true ;; *) false ;; esac`,
    needed: () =>
      `${systems.slice(0, -1).join(', ')} or ${systems.at(-1) ?? ''}, which KubeOne knows`,
    mend: () => 'Install one of these.',
    source: 'https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/apis/kubeone/types.go#L297',
  },
  {
    title: 'hardware virtualization',
    look: () => `found=$(grep -m1 -owE 'vmx|svm' "$R/proc/cpuinfo" | head -n 1)`,
    isMet: () => '[ -n "$found" ]',
    needed: () => 'the CPU flag vmx (Intel) or svm (AMD)',
    mend: () => 'Switch on VT-x or AMD-V (SVM) in the firmware.',
    source: kkp,
  },
  {
    title: '/dev/kvm',
    look: () => `found=; [ ! -e "$R/dev/kvm" ] || found=/dev/kvm`,
    isMet: () => '[ -n "$found" ]',
    needed: () => 'the device /dev/kvm',
    mend: () => 'Load the module: modprobe kvm_intel (or kvm_amd); dmesg says why it refuses.',
    source: kubevirt,
  },
  {
    title: 'CPUs',
    look: () => `found=$(grep -c '^processor' "$R/proc/cpuinfo")`,
    isMet: () => '[ "$found" -ge 2 ]',
    needed: () => '2 or more',
    mend: () => 'Take a larger machine, or switch on cores that the firmware has disabled.',
    source: kkp,
  },
  {
    title: 'memory',
    look: () => `found="$(awk '/^MemTotal:/ {print int($2 / 1024)}' "$R/proc/meminfo") MiB"`,
    isMet: ({ hugepagesGiB }) => `[ "\${found% MiB}" -ge ${leastMiB(hugepagesGiB)} ]`,
    needed: ({ hugepagesGiB }) =>
      `4 GiB (${leastMiB(0)} MiB that the kernel sees)` +
      (hugepagesGiB > 0 ? ` and ${hugepagesGiB} GiB of hugepages` : ''),
    mend: ({ hugepagesGiB }) =>
      `Add memory${hugepagesGiB > 0 ? ', or lower infra:hostProfiles.highPerformance.hugepagesGiB' : ''}.`,
    source: kkp,
  },
  {
    title: 'free disk space',
    look: () =>
      `found="$(df -Pk "$R/var/lib" | awk 'NR == 2 {print int($4 * 1024 / 1000000000)}') GB"`,
    isMet: ({ diskGB }) => `[ "\${found% GB}" -ge ${diskGB} ]`,
    needed: ({ diskGB }) => `${diskGB} GB below /var/lib`,
    mend: () => 'Delete what is not needed, or mount a larger disk there.',
    source: kkp,
    // Images and VMs fill the disk later, which monitoring watches.
    when: 'fresh',
  },
  {
    title: 'hugepages',
    look: () => `found=; [ ! -d "$R/sys/kernel/mm/hugepages/hugepages-2048kB" ] || found='2 MiB'`,
    isMet: () => '[ -n "$found" ]',
    needed: () => 'pages of 2 MiB',
    mend: () => 'Boot a kernel with CONFIG_HUGETLBFS, or set highPerformance.hugepagesGiB to 0.',
    source: 'https://docs.kernel.org/admin-guide/mm/hugetlbpage.html',
    isAsked: ({ hugepagesGiB }) => hugepagesGiB > 0,
  },
  {
    title: 'IOMMU',
    look: () => `found="$(ls "$R/sys/kernel/iommu_groups" 2>/dev/null | wc -l | tr -d ' ') groups"`,
    isMet: () => '[ "${found% groups}" -gt 0 ]',
    needed: () => 'at least one IOMMU group',
    mend: () => 'Switch on VT-d or AMD-Vi in the firmware and boot with intel_iommu=on iommu=pt.',
    source: 'https://kubevirt.io/user-guide/compute/host-devices/',
    isAsked: ({ iommu, sriovFunctions }) => iommu || sriovFunctions > 0,
  },
  {
    title: 'kernel arguments',
    look: () =>
      `found="$(awk '{for (i = 1; i <= NF; i++) if ($i == "intel_iommu=on" || $i == "iommu=pt") print $i}' "$R/proc/cmdline" | sort -u | tr '\\n' ' ')"; found=\${found% }`,
    isMet: () =>
      '[ "$found" = "intel_iommu=on iommu=pt" ] || { [ "$found" = iommu=pt ] && ! grep -q GenuineIntel "$R/proc/cpuinfo"; }',
    needed: () => 'iommu=pt, and intel_iommu=on with processors of Intel',
    mend: () =>
      'Add them to the boot loader, and boot; drain a host that is a node first (docs/runbooks/drain-host.md). Without these very words the SR-IOV operator drains the host and reboots it, on Ubuntu, Debian and Flatcar again and again.',
    source:
      'https://github.com/k8snetworkplumbingwg/sriov-network-operator/blob/v1.6.0/pkg/plugins/generic/generic_plugin.go (addVfioDesiredKernelArg, syncDesiredKernelArgs)',
    isAsked: ({ sriovFunctions }) => sriovFunctions > 0,
  },
  {
    title: 'SR-IOV',
    look: () =>
      `found="$(cat /dev/null "$R"/sys/class/net/*/device/sriov_totalvfs 2>/dev/null | awk '{n += $1} END {print n + 0}') functions"`,
    isMet: ({ sriovFunctions }) => `[ "\${found% functions}" -ge ${sriovFunctions} ]`,
    needed: ({ sriovFunctions }) =>
      `network cards with ${sriovFunctions} virtual functions or more`,
    mend: () =>
      'Switch on SR-IOV in the firmware of machine and card, or lower preflight.sriovFunctions.',
    source: 'https://github.com/k8snetworkplumbingwg/sriov-network-operator',
    isAsked: ({ sriovFunctions }) => sriovFunctions > 0,
  },
];
