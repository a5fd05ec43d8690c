// SPDX-License-Identifier: Apache-2.0
import { equivalentInBackup } from './equivalent-in-backup.ts';
import { equivalentInBootstrap } from './equivalent-in-bootstrap.ts';
import { equivalentInConfig } from './equivalent-in-config.ts';
import { equivalentInClusterServices } from './equivalent-in-cluster-services.ts';
import type { EquivalentMutant } from './equivalent-mutant.ts';

/** Equivalent mutants of user clusters. */
export const equivalentInUserClusters: readonly EquivalentMutant[] = [
  ...equivalentInBackup,
  ...equivalentInBootstrap,
  ...equivalentInClusterServices,
  ...equivalentInConfig,
  {
    file: 'packages/user-cluster/src/expiry/announce-expiry.ts',
    lineText: 'if (expires === undefined) return undefined;',
    was: 'expires === undefined',
    replacement: 'false',
    reason: 'what is no day is neither soon nor over, and of all others nothing is said',
  },
  {
    file: 'packages/user-cluster/src/checks/check-server.ts',
    lineText: 'return new X509Certificate(pem).raw.length > 0;',
    was: 'new X509Certificate(pem).raw.length > 0',
    replacement: 'new X509Certificate(pem).raw.length >= 0',
    reason: 'a certificate that can be read has bytes',
  },
  {
    file: 'packages/user-cluster/src/checks/check-server.ts',
    lineText: '} catch {',
    was: '{\n    return false;\n  }',
    replacement: '{}',
    reason: 'nothing is as false as false',
  },
  {
    file: 'packages/user-cluster/src/checks/check-server.ts',
    lineText: "{ certificateAuthority = '' }: Pick<OutsideServer, 'certificateAuthority'>,",
    was: "''",
    replacement: '"Stryker was here!"',
    reason: 'a text without a certificate has none that cannot be read',
  },
  {
    file: 'packages/user-cluster/src/checks/own-policies.ts',
    lineText: 'return (config.isolation?.customNetworkPolicies ?? []).flatMap(({ name }, index) =>',
    was: '[]',
    replacement: '["Stryker was here"]',
    reason: 'a text has no name, as no policy of a feature is without one',
  },
  {
    file: 'packages/user-cluster/src/cloud/check-host-labels.ts',
    lineText: 'but: [],',
    was: '[]',
    replacement: '["Stryker was here"]',
    reason: 'text with blanks is no domain, so it excepts no label',
  },
  {
    file: 'packages/user-cluster/src/cloud/check-host-labels.ts',
    lineText: 'const keys = config.cloud?.hostLabels ?? [];',
    was: '[]',
    replacement: '["Stryker was here"]',
    reason: 'text with blanks is no key of a label, so no pool has it',
  },
  {
    file: 'packages/user-cluster/src/cloud/infra-controller.ts',
    lineText: "const { labels, annotations } = metadataOf(args, '');",
    was: "''",
    replacement: '"Stryker was here!"',
    reason: 'a name for metadata of which only labels and annotations are taken',
  },
  {
    file: 'packages/user-cluster/src/cloud/infra-controller.ts',
    lineText: "const { labels } = metadataOf(args, '');",
    was: "''",
    replacement: '"Stryker was here!"',
    reason: 'a name for metadata of which only labels are taken',
  },
  {
    file: 'packages/user-cluster/src/keys/authorities.ts',
    lineText:
      "return texts.length === 1 ? texts.join('') : texts.map((text) => `${text.trim()}\\n`).join('');",
    was: "''",
    replacement: '"Stryker was here!"',
    reason: 'a single text has no other that this would stand between',
  },
  {
    file: 'packages/user-cluster/src/keys/secrets-rewrite.ts',
    lineText: '{ config, keySteps = [], kubeconfig }: SecretsRewriteFacts,',
    was: '[]',
    replacement: '["Stryker was here"]',
    reason: 'a text has no step, and no comparison with undefined is true',
  },
  {
    file: 'packages/user-cluster/src/machines/check-disks.ts',
    lineText: "empty: { required: ['sizeGiB'], optional: [] },",
    was: '[]',
    replacement: '["Stryker was here"]',
    reason: 'no disk has a key of that name',
  },
  {
    file: 'packages/user-cluster/src/machines/check-interrupts.ts',
    lineText:
      "const isPeer = role === 'control-plane' && config.controlPlane?.peers !== undefined;",
    was: 'config.controlPlane?.peers',
    replacement: 'config.controlPlane.peers',
    reason: 'only a configuration with a control plane has machines of this role',
  },
  {
    file: 'packages/user-cluster/src/machines/check-machine-dns.ts',
    lineText: 'const servers = machine.dnsConfig?.nameservers ?? [];',
    was: '[]',
    replacement: '["Stryker was here"]',
    reason: 'one entry is not too many, and what is no address is none that cannot be asked',
  },
  {
    file: 'packages/user-cluster/src/machines/check-network.ts',
    lineText:
      'const promises = { given, taken, open: platform.networks, bridges: infra.bridges ?? [] };',
    was: '[]',
    replacement: '["Stryker was here"]',
    reason: 'an entry without a name is not the bridge of any VLAN',
  },
  {
    file: 'packages/user-cluster/src/machines/machine-generation.ts',
    lineText: "if (typeof value !== 'object' || value === null) return value;",
    was: 'value === null',
    replacement: 'false',
    reason: 'nothing in a machine is null; the types of JavaScript have it',
  },
  {
    file: 'packages/user-cluster/src/machines/machine-placement.ts',
    lineText:
      "const kubevirt = 'https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-controller/watch';",
    was: "'https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-controller/watch'",
    replacement: '""',
    reason: 'where facts are from: for readers, and in no object',
  },
  {
    file: 'packages/user-cluster/src/machines/machine-placement.ts',
    lineText: "const kubernetes = 'https://kubernetes.io/docs';",
    was: "'https://kubernetes.io/docs'",
    replacement: '""',
    reason: 'where facts are from: for readers, and in no object',
  },
  {
    file: 'packages/user-cluster/src/machines/render-network.ts',
    lineText:
      "...further.map(({ one, network }) => renderInterface(one, network?.type ?? 'bridge')),",
    was: "'bridge'",
    replacement: '""',
    reason: 'every type but sriov makes the same interface',
  },
  {
    file: 'packages/user-cluster/src/profiles/check-profiles.ts',
    lineText: 'return [...describeIssues(profileConfig, config, whole, () => false), ...secrets];',
    was: '() => false',
    replacement: '() => undefined',
    reason: 'whether a path is secret is only asked for its truth',
  },
  {
    file: 'packages/user-cluster/src/profiles/check-profiles.ts',
    lineText: String.raw`const name = /^(.+)\.ya?ml$/.exec(listed)?.[1];`,
    was: String.raw`/^(.+)\.ya?ml$/`,
    replacement: String.raw`/(.+)\.ya?ml$/`,
    reason: 'the first match begins at the first character of a file name, which has no line feed',
  },
  {
    file: 'packages/user-cluster/src/profiles/profile-files.ts',
    lineText: String.raw`const known = source.list(profilesFolder).flatMap((one) => /^(.+)\.yaml$/.exec(one)?.[1] ?? []);`,
    was: String.raw`/^(.+)\.yaml$/`,
    replacement: String.raw`/(.+)\.yaml$/`,
    reason: 'the first match begins at the first character of a file name, which has no line feed',
  },
  {
    file: 'packages/user-cluster/src/rotation/parse-record.ts',
    lineText: '} catch {',
    was: '{\n    return undefined;\n  }',
    replacement: '{}',
    reason: 'a function without a return returns undefined',
  },
  {
    file: 'packages/user-cluster/src/profiles/check-profiles.ts',
    lineText: "return code === 'custom' && (typeof value === 'object' || message !== ofOneValue);",
    was: "typeof value === 'object'",
    replacement: 'false',
    reason:
      'each check of a whole mapping has words of its own by now, so its message is another one',
  },
  {
    file: 'packages/user-cluster/src/profiles/check-profiles.ts',
    lineText: "return code === 'custom' && (typeof value === 'object' || message !== ofOneValue);",
    was: "'object'",
    replacement: '""',
    reason:
      'each check of a whole mapping has words of its own by now, so its message is another one',
  },
  {
    file: 'packages/user-cluster/src/rotation/recorded-keys.ts',
    lineText: ".filter(({ metadata }) => names.includes(metadata.labels?.[labelKeys.pool] ?? ''))",
    was: "''",
    replacement: '"Stryker was here!"',
    reason: 'no pool has such a name: neither a text of no characters nor one with spaces is one',
  },
];
