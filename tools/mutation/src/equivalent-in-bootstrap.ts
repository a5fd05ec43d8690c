// SPDX-License-Identifier: Apache-2.0
import { filledList } from './equivalent-mutant.ts';
import type { EquivalentMutant } from './equivalent-mutant.ts';

const of = (file: string) => `packages/user-cluster/src/bootstrap/${file}`;

const json = 'JSON leaves out what is undefined';

/** Equivalent mutants of what machines of user clusters start with. */
export const equivalentInBootstrap: readonly EquivalentMutant[] = [
  {
    file: of('authentication-config.ts'),
    lineText: '...(certificateAuthority !== undefined && { certificateAuthority }),',
    was: 'certificateAuthority !== undefined',
    replacement: 'true',
    reason: json,
  },
  {
    file: of('audit-webhook.ts'),
    lineText: "users: [{ name: 'api-server', user: token === undefined ? {} : { token } }],",
    was: 'token === undefined',
    replacement: 'false',
    reason: json,
  },
  {
    file: of('kubelet-config.ts'),
    lineText: '...(volumePlugins !== undefined && { volumePluginDir: volumePlugins }),',
    was: 'volumePlugins !== undefined',
    replacement: 'true',
    reason: json,
  },
  {
    file: of('kubelet-config.ts'),
    lineText: 'const first = parseRange(serviceCidr)?.first ?? 0n;',
    was: 'parseRange(serviceCidr)?.first',
    replacement: 'parseRange(serviceCidr).first',
    reason: 'a configuration without a range there is refused',
  },
  ...[
    'const reads = os === undefined ? undefined : guestSystems[os]?.reads;',
    'if (os === undefined || reads === undefined || reads === readers[machine.cloudInit]) return [];',
    'if (os === undefined || guestSystems[os]?.plainCardNames !== true) return [];',
  ].map((lineText) => ({
    file: of('check-start-up.ts'),
    lineText,
    was: 'os === undefined',
    replacement: 'false',
    reason: 'no row of the table is called undefined',
  })),
  ...[
    [
      "'peers' in machine && machine.peers !== undefined",
      "'peers' in machine || machine.peers !== undefined",
    ] as const,
    ['machine.peers !== undefined', 'true'] as const,
  ].map(([was, replacement]) => ({
    file: of('check-start-up.ts'),
    lineText:
      "machine.interfaces.length > 0 || ('peers' in machine && machine.peers !== undefined);",
    was,
    replacement,
    reason: 'a configuration that was read has the key only with a value',
  })),
  {
    file: of('kubeadm-config.ts'),
    lineText:
      'const entries = Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1));',
    was: 'one < other',
    replacement: 'one <= other',
    reason: 'two labels of a machine have two keys',
  },
  {
    file: of('machine-files.ts'),
    lineText:
      "return via === 'network' ? (guestInterface(machine, network ?? '', platform) ?? '') : '';",
    was: "via === 'network'",
    replacement: 'true',
    reason: 'a network with another way is refused, and no interface is in one without a name',
  },
  ...[["args.role === 'worker'", 'false'] as const, ["'worker'", '""'] as const].map(
    ([was, replacement]) => ({
      file: of('machine-files.ts'),
      lineText: "PEER: args.role === 'worker' ? '' : (peerAddress(args, args.index) ?? ''),",
      was,
      replacement,
      reason: 'a worker has no place among the peers, and so no address there',
    }),
  ),
  {
    file: of('start-up-secrets.ts'),
    lineText: 'const ownName = /^(.+)-userdata-([0-9a-f]{8})$/;',
    was: '/^(.+)-userdata-([0-9a-f]{8})$/',
    replacement: '/(.+)-userdata-([0-9a-f]{8})$/',
    reason: 'a name is one line, and the first part takes it from its beginning',
  },
  filledList(
    of('start-up-secrets.ts'),
    'const [, owner, generation] = ownName.exec(name) ?? [];',
    'a list of one has no second part',
  ),
  ...[
    [
      'owner === undefined || generation === undefined',
      'owner === undefined && generation === undefined',
    ] as const,
    ['owner === undefined', 'false'] as const,
    ['generation === undefined', 'false'] as const,
  ].map(([was, replacement]) => ({
    file: of('start-up-secrets.ts'),
    lineText: 'if (owner === undefined || generation === undefined) return [];',
    was,
    replacement,
    reason: 'a name that matches has both parts',
  })),
  filledList(
    of('user-data.ts'),
    'const { environment, cluster, namespace, group, index, startUpSecrets = [] } = machine;',
    'a text is the Secret of no owner',
  ),
  {
    file: of('user-data.ts'),
    lineText:
      'stringData: { userdata, ...(networkData !== undefined && { networkdata: networkData }) },',
    was: 'networkData !== undefined',
    replacement: 'true',
    reason: 'Pulumi leaves out what is undefined',
  },
  {
    file: of('user-data.ts'),
    lineText: "return told.role === 'worker' ? { ...told, token } : told;",
    was: "told.role === 'worker'",
    replacement: 'true',
    reason: 'what a control plane starts with has no token in it',
  },
];
