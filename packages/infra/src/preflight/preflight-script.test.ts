// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { Resource } from '@strata/command-plugin/testing';
import { parseHostFacts } from './host-facts.ts';
import { renderPreflightScript } from './render-preflight-script.ts';
import type { HostNeeds } from './requirement.ts';
import { requirements } from './requirements.ts';
import { brokenHosts } from './testing/broken-hosts.ts';
import { scratchHost, socketTable, type Files, type ScratchHost } from './testing/scratch-host.ts';

const needs: HostNeeds = {
  profile: 'high-performance',
  diskGB: 30,
  hugepagesGiB: 2,
  iommu: true,
  sriovFunctions: 8,
  resolves: ['registry.k8s.io'],
  bridges: [{ name: 'br-vlan', uplink: 'eth1', mtu: 9000, vlans: '100-199' }],
};

const endpoint = 'https://192.0.2.9:6443';

let host: ScratchHost;
beforeAll(async () => {
  host = await scratchHost();
});
afterAll(() => host[Symbol.asyncDispose]());

interface Case {
  readonly needs?: Partial<HostNeeds>;
  readonly waived?: readonly string[];
  readonly when?: 'fresh' | 'drift';
  /** Further argument of the script. */
  readonly joins?: 'encrypted';
}

async function ask(files: Files = {}, { when = 'fresh', waived = [], joins, ...rest }: Case = {}) {
  host.reset(files);
  const { port, hostKey, privateKey } = host;
  const stdin = renderPreflightScript({
    host: 'host-1',
    address: '10.0.0.1',
    needs: { ...needs, ...rest.needs },
    endpoint,
    waived,
  });
  const resource = new Resource('command:remote:Command');
  const outputs = await resource.create({
    connection: { host: '127.0.0.1', port, hostKey, privateKey },
    create: joins === undefined ? `sh -s ${when}` : `sh -s ${when} ${joins}`,
    stdin,
  });
  return parseHostFacts('host-1', (outputs.stdout as { value: string }).value);
}

const report = (problems: string, count = 1) =>
  `the create command on 127.0.0.1 ended with exit code 1:\nhost host-1 (10.0.0.1) is not ready, ` +
  `${count} problem${count > 1 ? 's' : ''}:\n${problems}`;

test('reads the facts of a host that meets all requirements', async () => {
  expect(await ask()).toEqual({
    name: 'host-1',
    os: 'Ubuntu 24.04.3 LTS',
    kernel: '6.8.0-90-generic',
    hostname: 'host-1',
    machineId: '0123456789abcdef0123456789abcdef',
    macs: ['52:54:00:00:00:01'],
    cpus: 2,
    memoryMiB: 7812,
    swapMiB: 0,
    hugepages2Mi: 0,
  });
});

// Proves: infra-cluster.host-preflight, infra-cluster.virtualization-looked-at
// Proves: networks.vlans-on-hosts
test.each(brokenHosts)('reports an unmet requirement: %s', async (title, files, message) => {
  await expect(ask(files)).rejects.toThrow(new Error(report(`  - ${title}: ${message}`)));
});

test('processors of AMD need one kernel argument for SR-IOV', async () => {
  const amd = (number: number) =>
    `processor\t: ${number}\nvendor_id\t: AuthenticAMD\nflags\t: svm\n`;
  const files = { '/proc/cpuinfo': amd(0) + amd(1), '/proc/cmdline': 'quiet iommu=pt\n' };
  expect((await ask(files)).cpus).toBe(2);
});

const keyTitle = 'encryption key of Secrets';

test('every requirement has a case of a host that does not meet it', () => {
  expect([...brokenHosts.map(([title]) => title), keyTitle].sort()).toEqual(
    requirements.map(({ title }) => title).sort(),
  );
});

const keyFile = '/etc/kubernetes/encryption-providers/encryption-providers.yaml';
const noKey = report(
  `  - ${keyTitle}: found nothing; needed: ${keyFile}, which a control plane must have before it joins. Copy its folder from another control plane (docs/runbooks/replace-host.md#a-control-plane): KubeOne does not, and without the key the API server of this host never starts.`,
);

// Proves: infra-cluster.host-preflight
test.each(['fresh', 'drift'] as const)(
  'asks a control plane that joins an encrypted cluster for the key, also under the name of a node: %s',
  async (when) => {
    const joining: Case = { needs: { encryptionKey: true }, joins: 'encrypted', when };
    await expect(ask({}, joining)).rejects.toThrow(new Error(noKey));
    expect((await ask({ [keyFile]: 'kind: EncryptionConfiguration\n' }, joining)).cpus).toBe(2);
  },
);

test('asks nobody else for the key: workers, nodes, hosts of a new cluster', async () => {
  const encryptionKey = true;
  expect((await ask({}, { joins: 'encrypted' })).cpus).toBe(2);
  expect((await ask({}, { needs: { encryptionKey } })).cpus).toBe(2);
  const node = { '/etc/kubernetes/admin.conf': kubeletConf(endpoint) };
  expect((await ask(node, { needs: { encryptionKey }, joins: 'encrypted' })).cpus).toBe(2);
});

test('reports all problems of a host in one message', async () => {
  const files = { '/dev/kvm': undefined, '/sys/fs/cgroup/cgroup.controllers': undefined };
  await expect(ask(files)).rejects.toThrow(
    new Error(
      report(
        '  - /dev/kvm: found nothing; needed: the device /dev/kvm. Load the module: modprobe kvm_intel (or kvm_amd); dmesg says why it refuses.\n' +
          '  - cgroups: found version 1; needed: version 2. Boot with systemd.unified_cgroup_hierarchy=1.',
        2,
      ),
    ),
  );
});

test("leaves out the address of a BMC's network card, which all hosts of one make have", async () => {
  const usb = 'devices/pci0000:00/0000:00:14.0/usb1/1-14/1-14:2.0';
  const files = {
    [`/sys/${usb}/bInterfaceClass`]: '02\n',
    '/sys/class/net/enxbe3af2b6059f/device': `-> ../../../${usb}`,
    '/sys/class/net/enxbe3af2b6059f/address': 'be:3a:f2:b6:05:9f\n',
  };
  expect((await ask(files)).macs).toEqual(['52:54:00:00:00:01']);
});

test('reports a bridge that a boot has not created again', async () => {
  const tool = "#!/bin/sh\ntable='br-vlan eth1 9000 100-199'\n";
  await expect(ask({ '/usr/local/lib/strata/bridges': tool }, { when: 'drift' })).rejects.toThrow(
    '  - uplinks in their bridges: found no br-vlan; needed: eth1 in br-vlan.',
  );
});

test('accepts an uplink that is still part of a bridge that Strata created under another name', async () => {
  const renamed = {
    '/sys/class/net/eth1/master': '-> ../br-old',
    '/usr/local/lib/strata/bridges': "#!/bin/sh\ntable='br-old eth1 9000 100-199'\n",
  };
  expect((await ask(renamed)).name).toBe('host-1');
});

test("asks for a default route by router advertisements on Strata's own bridge, and on nobody else's", async () => {
  const onBridge = {
    '/bin/ip':
      '#!/bin/sh\ncase "$*" in "-6 route show default dev br-vlan") echo "default via fe80::1 proto ra metric 1024" ;; *) echo "2: eth1: <UP> mtu 1500 minmtu 68 maxmtu 9000 addrgenmode eui64" ;; esac\n',
  };
  expect((await ask(onBridge)).name).toBe('host-1');
  const own = "#!/bin/sh\ntable='br-vlan eth1 9000 100-199'\n";
  await expect(ask({ ...onBridge, '/usr/local/lib/strata/bridges': own })).rejects.toThrow(
    '  - default route of IPv6: found one on br-vlan; needed: none by router advertisements on eth1 or br-vlan,',
  );
});

test('accepts the swap file of the profile high-density on a host that leaves the profile, and refuses other swap', async () => {
  const swaps = 'Filename Type Size Used Priority\n/var/lib/strata/swapfile file 8388604 0 -2\n';
  const own = {
    '/proc/meminfo': 'MemTotal: 8000000 kB\nSwapTotal: 8388604 kB\n',
    '/proc/swaps': swaps,
  };
  expect((await ask(own, { when: 'drift' })).swapMiB).toBe(8191);
  const both = {
    '/proc/meminfo': 'MemTotal: 8000000 kB\nSwapTotal: 9437176 kB\n',
    '/proc/swaps': `${swaps}/swap.img file 1048572 0 -3\n`,
  };
  await expect(ask(both, { when: 'drift' })).rejects.toThrow(
    '  - swap: found 1023 MiB; needed: none with the profile high-performance.',
  );
});

test('does not report the open ports and Kubernetes files of a host that is already a node', async () => {
  const files = { '/proc/net/tcp': socketTable('192B'), '/etc/kubernetes/kubelet.conf': 'x' };
  expect((await ask(files, { when: 'drift' })).name).toBe('host-1');
});

const kubeletConf = (server: string) => `clusters:\n- cluster:\n    server: ${server}\n`;

test('recognizes a node of its own cluster, as root and as a user with sudo', async () => {
  const files = { '/proc/net/tcp': socketTable('192B'), '/var/lib/etcd/member/': '' };
  const user = {
    '/bin/id': '#!/bin/sh\n[ "$1" = -u ] && echo 1000 || echo ops\n',
    '/bin/sudo': '#!/bin/sh\nshift; exec "$@"\n',
  };
  for (const own of [{ '/etc/kubernetes/kubelet.conf': kubeletConf(endpoint) }, user]) {
    const plane = { '/etc/kubernetes/admin.conf': kubeletConf(endpoint) };
    expect((await ask({ ...files, ...plane, ...own })).name).toBe('host-1');
  }
});

test.each(['https://192.0.2.8:6443', 'https://192.0.2.9:64433'])(
  'refuses a node of another cluster, with the API at %s',
  async (server) => {
    await expect(ask({ '/etc/kubernetes/kubelet.conf': kubeletConf(server) })).rejects.toThrow(
      'no other Kubernetes: found /etc/kubernetes/kubelet.conf; needed: a host that belongs to no cluster.',
    );
  },
);

test('skips requirements that are waived or that the configuration does not need', async () => {
  const files: Files = { '/dev/kvm': undefined, '/sys/kernel/iommu_groups/0/': undefined };
  const plain = {
    profile: 'standard',
    hugepagesGiB: 0,
    iommu: false,
    sriovFunctions: 0,
    bridges: [],
  } as const;
  expect((await ask(files, { needs: plain, waived: ['/dev/kvm'] })).cpus).toBe(2);
});

test('writes nothing on the host', () => {
  const listing = () =>
    spawnSync('find', [host.root, '-printf', '%p %T@\n'], { encoding: 'utf8' }).stdout;
  host.reset();
  const before = listing();
  const stdin = renderPreflightScript({ host: 'h', address: 'a', needs, endpoint, waived: [] });
  const env = { STRATA_ROOT: host.root, PATH: `${host.root}/bin:/usr/bin:/bin` };
  const { status } = spawnSync('/bin/sh', ['-s', 'fresh'], { input: stdin, env });
  expect(status).toBe(0);
  expect(listing()).toBe(before);
});
