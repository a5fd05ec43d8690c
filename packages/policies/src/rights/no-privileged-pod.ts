// SPDX-License-Identifier: Apache-2.0
import {
  at,
  containersOf,
  listOf,
  nameOf,
  namespaceOf,
  podSpecOf,
  textsOf,
  titleOf,
  workloadKinds,
} from '../resource/index.ts';
import type { Container, JsonObject, Subject } from '../resource/index.ts';
import type { ResourceRule } from '../rule/index.ts';
import { privilegedPods } from './privileged-pods.ts';

/** Namespaces of the node that a pod can share. */
const shared = ['hostNetwork', 'hostPID', 'hostIPC'] as const;

/** Capabilities that Pod Security's level `baseline` lets a container add. */
const harmless = new Set([
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
]);

function ofContainer({ name, spec }: Container): readonly string[] {
  const added = textsOf(at(spec, 'securityContext', 'capabilities', 'add'));
  const powers = added.map((one) => one.replace(/^CAP_/, '')).filter((one) => !harmless.has(one));
  return [
    ...(at(spec, 'securityContext', 'privileged') === true ? [`${name} is privileged`] : []),
    ...(powers.length > 0 ? [`${name} adds ${powers.join(', ')}`] : []),
    ...listOf(at(spec, 'ports')).flatMap((port) => {
      const hostPort = at(port, 'hostPort');
      return typeof hostPort === 'number' && hostPort !== 0
        ? [`${name} has hostPort ${hostPort}`]
        : [];
    }),
  ];
}

function ofPod(pod: JsonObject): readonly string[] {
  const paths = listOf(pod.volumes).filter((volume) => at(volume, 'hostPath') !== undefined);
  const names = paths.map((volume) => at(volume, 'name')).filter((one) => typeof one === 'string');
  return [
    ...shared.filter((key) => pod[key] === true).map((key) => `it has ${key}`),
    ...(names.length > 0 ? [`volume ${names.join(', ')} is a hostPath`] : []),
    ...containersOf(pod).flatMap(ofContainer),
  ];
}

function checkPod(subject: Subject): readonly string[] {
  const { object } = subject;
  const id = `${namespaceOf(object) ?? 'default'}/${nameOf(object)}`;
  if (privilegedPods.some((one) => one.object === id)) return [];
  const found = ofPod(podSpecOf(subject));
  return found.length === 0
    ? []
    : [
        `${titleOf(subject)} needs more of its node than a pod may: ${found.join('; ')}. Leave that ` +
          'out, or write the exception and its reason into ' +
          'packages/policies/src/rights/privileged-pods.ts.',
      ];
}

/**
 * Rejects privileged pods: one flaw in such a pod gives access to its node, and so to all VMs on
 * it.
 */
export const noPrivilegedPod: ResourceRule = {
  name: 'no-privileged-pod',
  area: 'rights',
  refuses:
    'A pod beyond the level "baseline" of Pod Security, unless its exception is written down.',
  why: 'One flaw in such a pod gives access to its node, and to every machine there.',
  source: 'https://kubernetes.io/docs/concepts/security/pod-security-standards/#baseline',
  level: 'mandatory',
  settings: {},
  exceptions: privilegedPods,
  kinds: workloadKinds,
  check: checkPod,
};
