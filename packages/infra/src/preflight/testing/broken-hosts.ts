// SPDX-License-Identifier: Apache-2.0
import { socketTable, type Files } from './scratch-host.ts';

/**
 * A case for each requirement: the files that break a host, and the message of its report. The host
 * must have the profile high-performance, 2 GiB of hugepages, IOMMU, 8 virtual functions of SR-IOV,
 * the default names to resolve and the bridge br-vlan on eth1 with an MTU of 9000.
 */
export const brokenHosts: readonly (readonly [title: string, files: Files, message: string])[] = [
  [
    'administrator',
    {
      '/bin/id': '#!/bin/sh\n[ "$1" = -u ] && echo 1000 || echo ops\n',
      '/bin/sudo': '#!/bin/sh\nexit 1\n',
    },
    'found ops without sudo; needed: root, or a user with sudo without a password. Add a file in /etc/sudoers.d with the line "<user> ALL=(ALL) NOPASSWD: ALL".',
  ],
  [
    'operating system',
    { '/etc/os-release': 'NAME="AlmaLinux"\nID="almalinux"\nID_LIKE="rhel centos fedora"\n' },
    'found almalinux; needed: ubuntu, debian, centos, rhel, rocky or flatcar, which KubeOne knows. Install one of these.',
  ],
  [
    'hardware virtualization',
    { '/proc/cpuinfo': 'processor\t: 0\nflags\t: fpu\nprocessor\t: 1\nflags\t: fpu\n' },
    'found nothing; needed: the CPU flag vmx (Intel) or svm (AMD). Switch on VT-x or AMD-V (SVM) in the firmware.',
  ],
  [
    '/dev/kvm',
    { '/dev/kvm': undefined },
    'found nothing; needed: the device /dev/kvm. Load the module: modprobe kvm_intel (or kvm_amd); dmesg says why it refuses.',
  ],
  [
    'CPUs',
    { '/proc/cpuinfo': 'processor\t: 0\nflags\t: svm\n' },
    'found 1; needed: 2 or more. Take a larger machine, or switch on cores that the firmware has disabled.',
  ],
  [
    'memory',
    { '/proc/meminfo': 'MemTotal: 4096000 kB\nSwapTotal: 0 kB\n' },
    'found 4000 MiB; needed: 4 GiB (3686 MiB that the kernel sees) and 2 GiB of hugepages. Add memory, or lower infra:hostProfiles.highPerformance.hugepagesGiB.',
  ],
  [
    'free disk space',
    { '/bin/df': '#!/bin/sh\necho header\necho "/dev/sda 1 1 29000000 1% /"\n' },
    'found 29 GB; needed: 30 GB below /var/lib. Delete what is not needed, or mount a larger disk there.',
  ],
  [
    'hugepages',
    { '/sys/kernel/mm/hugepages/hugepages-2048kB/': undefined },
    'found nothing; needed: pages of 2 MiB. Boot a kernel with CONFIG_HUGETLBFS, or set highPerformance.hugepagesGiB to 0.',
  ],
  [
    'IOMMU',
    { '/sys/kernel/iommu_groups/0/': undefined },
    'found 0 groups; needed: at least one IOMMU group. Switch on VT-d or AMD-Vi in the firmware and boot with intel_iommu=on iommu=pt.',
  ],
  [
    'kernel arguments',
    { '/proc/cmdline': 'BOOT_IMAGE=/vmlinuz iommu=pt xintel_iommu=on\n' },
    'found iommu=pt; needed: iommu=pt, and intel_iommu=on with processors of Intel. Add them to the boot loader, and boot; drain a host that is a node first (docs/runbooks/drain-host.md). Without these very words the SR-IOV operator drains the host and reboots it, on Ubuntu, Debian and Flatcar again and again.',
  ],
  [
    'SR-IOV',
    { '/sys/class/net/eth1/device/sriov_totalvfs': '4\n' },
    'found 4 functions; needed: network cards with 8 virtual functions or more. Switch on SR-IOV in the firmware of machine and card, or lower preflight.sriovFunctions.',
  ],
  [
    'kernel',
    {
      '/proc/sys/kernel/osrelease': '5.4.0-200-generic\n',
      '/lib/modules/5.4.0-200-generic/modules.dep':
        'x/vhost_net.ko: \nx/br_netfilter.ko: \nx/overlay.ko:\nx/nf_conntrack.ko:\n',
    },
    'found 5.4.0-200-generic; needed: 5.10 or newer. Install a newer kernel and boot it.',
  ],
  [
    'kernel modules',
    {
      '/lib/modules/6.8.0-90-generic/modules.dep': 'kernel/net/bridge/br_netfilter.ko: \n',
      '/sys/module/kvm/': undefined,
    },
    'found no kvm, no vhost_net, no nf_conntrack; needed: kvm, vhost_net, br_netfilter, overlay, nf_conntrack. Install the package with the rest of the modules (linux-modules-extra-$(uname -r) on Ubuntu).',
  ],
  [
    'cgroups',
    { '/sys/fs/cgroup/cgroup.controllers': undefined },
    'found version 1; needed: version 2. Boot with systemd.unified_cgroup_hierarchy=1.',
  ],
  [
    'swap',
    { '/proc/meminfo': 'MemTotal: 8000000 kB\nSwapTotal: 2097152 kB\n' },
    'found 2048 MiB; needed: none with the profile high-performance. Run swapoff -a and remove swap from /etc/fstab, or take the profile high-density.',
  ],
  [
    'time synchronization',
    { '/bin/timedatectl': '#!/bin/sh\necho no\n' },
    'found none; needed: a clock that NTP keeps. Install chrony or run timedatectl set-ntp true, and let it reach a time server.',
  ],
  [
    'place for tools',
    { '/proc/mounts': '/dev/sda9 / ext4 rw 0 0\n/dev/sda3 /usr ext4 ro,seclabel 0 0\n' },
    'found a read-only file system; needed: /usr/local on a file system that can be written to. Leave infra:bridges and the profile high-performance to hosts with another system: both install a script there, and Flatcar has /usr read-only.',
  ],
  [
    'name resolution',
    { '/bin/getent': '#!/bin/sh\nexit 2\n' },
    'found no address of registry.k8s.io; needed: addresses of registry.k8s.io. Mend /etc/resolv.conf or the DNS server, or correct infra:preflight.resolves.',
  ],
  [
    'free ports',
    { '/proc/net/tcp': socketTable('0016', '280A'), '/proc/net/tcp6': socketTable('192B', '280A') },
    'found 6443 10250; needed: nothing listening on 6443, 2379, 2380, 10250, 10257, 10259. ss -ltnp says what listens; stop and disable it.',
  ],
  [
    'no other Kubernetes',
    { '/etc/kubernetes/admin.conf': 'x', '/var/lib/etcd/member/': '', '/etc/cni/net.d/': '' },
    'found /etc/kubernetes/admin.conf, /var/lib/etcd; needed: a host that belongs to no cluster. Make sure that it belongs to nobody else; then install it anew, or run kubeadm reset on it and delete these.',
  ],
  [
    'uplinks of bridges',
    { '/sys/class/net/eth1/carrier': '0\n', '/sys/class/net/eth1/master': '-> ../bond0' },
    'found eth1 without a link, eth1 already part of bond0; needed: eth1 with a link, free for br-vlan. Plug in the cable and set the port of the switch up, or correct infra:bridges.',
  ],
  [
    'uplinks in their bridges',
    {
      '/sys/class/net/br-vlan/bridge/vlan_filtering': '1\n',
      '/usr/local/lib/strata/bridges': "#!/bin/sh\ntable='br-vlan eth1 9000 100-199'\n",
    },
    'found eth1 in no bridge; needed: eth1 in br-vlan. systemctl status strata-bridges and the journal of systemd-networkd say what happened; run /usr/local/lib/strata/bridges up as root, which repairs it.',
  ],
  [
    'MTU of uplinks',
    {
      '/bin/ip':
        '#!/bin/sh\necho "2: eth1: <UP> mtu 1500 minmtu 68 maxmtu 1500 addrgenmode eui64"\n',
    },
    'found eth1 with at most 1500; needed: eth1 with 9000. Lower infra:bridges[].mtu to what card and switch can do, and networks[].mtu with it.',
  ],
  [
    'names of bridges',
    { '/sys/class/net/br-vlan/mtu': '1500\n' },
    'found br-vlan is no bridge; needed: br-vlan: a bridge, or nothing yet. Rename the interface that has the name, or take another one in infra:bridges.',
  ],
  [
    'VLAN filtering of bridges',
    {
      '/sys/class/net/eth1/master': '-> ../br-vlan',
      '/sys/class/net/br-vlan/bridge/vlan_filtering': '0\n',
      '/usr/local/lib/strata/bridges': "#!/bin/sh\ntable='br-vlan eth1 9000 100-199'\n",
    },
    'found br-vlan without it; needed: filtering on br-vlan: without it all machines hear all VLANs. Find out who has switched it off, then run /usr/local/lib/strata/bridges up, which switches it on again.',
  ],
  [
    'VLANs of the host',
    {
      '/bin/ip':
        '#!/bin/sh\ncase "$*" in *"type vlan") echo \'[{"link":"eth1","ifname":"eth1.101","linkinfo":{"info_kind":"vlan","info_data":{"protocol":"802.1Q","id":101}}}]\' ;; *) echo "2: eth1: <UP> mtu 1500 minmtu 68 maxmtu 9000 addrgenmode eui64" ;; esac\n',
      '/bin/bridge':
        '#!/bin/sh\necho \'[{"ifname":"br-vlan","vlans":[{"vlan":150,"flags":["PVID","Egress Untagged"]}]}]\'\n',
    },
    'found eth1.101 is in VLAN 101 of eth1, br-vlan itself is in VLAN 150; needed: no VLAN of br-vlan (100-199). Leave the VLANs that the host itself is in out of infra:bridges[].vlans.',
  ],
  [
    'nft',
    { '/bin/nft': '#!/bin/sh\nexit 127\n' },
    'found nothing; needed: nft, with which the CNI plugin drops forged MAC addresses of machines. Install the package nftables.',
  ],
  [
    'default route of IPv6',
    {
      '/bin/ip':
        '#!/bin/sh\ncase "$*" in "-6 route show default dev eth1") echo "default via fe80::1 proto ra metric 1024 expires 1790sec pref medium" ;; *) echo "2: eth1: <UP> mtu 1500 minmtu 68 maxmtu 9000 addrgenmode eui64" ;; esac\n',
    },
    'found one on eth1; needed: none by router advertisements on eth1 or br-vlan, where the CNI plugin switches them off with the first machine. Configure the address and the route of IPv6 on the host, or have neither.',
  ],
];
