// SPDX-License-Identifier: Apache-2.0
import {
  field,
  ipVersion,
  labelKey,
  labels,
  labelValue,
  listOf,
  objectName,
  oneOf,
  serverName,
  text,
  wholeNumber,
} from '@strata/contracts/fields';
import { z } from 'zod';

const address = () =>
  field(
    z.string().refine((value) => ipVersion(value) !== 0),
    'an IP address',
  );

const port = () => field(z.int().min(1).max(65_535), 'a port from 1 to 65535');

/**
 * Algorithm and key, as at the end of a line of `ssh-keyscan` or the start of
 * `/etc/ssh/ssh_host_*_key.pub`.
 */
const hostKey = () =>
  field(
    z
      .string()
      .regex(
        /^(ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(256|384|521)) ([A-Za-z0-9+/]{4})+([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?( [^\n]*)?$/,
      ),
    'a host key like "ssh-ed25519 AAAAC3Nz...", as ssh-keyscan prints it after the host',
  );

/**
 * Host keys, at least one: a connection to a host with any other key is refused. List all keys that
 * the host has, because OpenSSH and KubeOne prefer different ones.
 */
const hostKeys = () =>
  field(z.array(hostKey()).min(1), 'a list of at least one host key, as ssh-keyscan prints them');

/** @see https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/ */
const taint = field(
  z.strictObject({
    key: labelKey('the key of a taint'),
    value: labelValue().optional(),
    effect: oneOf(['NoSchedule', 'PreferNoSchedule', 'NoExecute']),
  }),
  'a mapping with key, value and effect',
);

/** A bare-metal host. A change here changes only its node. */
const host = field(
  z.strictObject({
    /** Its hostname, and the name of its node. */
    name: objectName(),
    role: oneOf(['control-plane', 'worker']),
    /** Address that SSH connects to. */
    publicAddress: address(),
    /** Address for the other hosts. @default publicAddress */
    privateAddress: address().optional(),
    /** @default ssh.username */
    sshUsername: text('the name of a user').optional(),
    /** @default ssh.port */
    sshPort: port().optional(),
    hostKeys: hostKeys(),
    /** Its label `topology.kubernetes.io/region`. */
    region: labelValue().optional(),
    /** Its label `topology.kubernetes.io/zone`. */
    zone: labelValue().optional(),
    /**
     * Further labels of its node, such as one that selects where KubeVirt runs. A label that is
     * removed here is removed from the node.
     *
     * @default {}
     */
    labels: labels('a mapping of labels').default({}),
    /** Annotations of its node. @default {} */
    annotations: field(
      z.record(labelKey('the key of an annotation'), field(z.string(), 'text')),
      'a mapping of annotations',
    ).default({}),
    /**
     * Taints that its node gets when it joins; KubeOne does not change them later.
     *
     * @default the control plane's own for a control plane, none for a worker
     */
    taints: listOf(taint, 'a list of taints').optional(),
    /** Maximum number of pods on the node. @default 110, Kubernetes' own */
    maxPods: wholeNumber(1).optional(),
  }),
  'a mapping with name, role, publicAddress and hostKeys',
);

/**
 * Hosts that become the infra cluster: 1, 3 or 5 control planes, and any number of workers.
 *
 * @example
 * hosts:
 *   - name: prd-cp-0
 *     role: control-plane
 *     publicAddress: 10.20.0.11
 *     hostKeys:
 *       - ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIP63sC7of2v0M5laDuywKwCBf6ALK+4Oc39unQFGc9oL
 */
export const hosts = listOf(host, 'a list of hosts');

/** A bastion host, through which SSH connects. */
const bastion = field(
  z.strictObject({
    address: serverName(', without a user and a port, which have keys of their own'),
    /** @default 22 */
    port: port().default(22),
    /** @default ssh.username */
    username: text('the name of a user').optional(),
    hostKeys: hostKeys(),
  }),
  'a mapping with address and hostKeys',
);

/**
 * How hosts are reached. Private keys are never in the configuration: they are in a file on the
 * machine that runs Pulumi, or in an agent.
 *
 * @example
 * ssh:
 *   username: strata
 */
export const ssh = field(
  z.strictObject({
    /** The SSH user: root, or a user with password-less sudo. @default root */
    username: text('the name of a user').default('root'),
    /** @default 22 */
    port: port().default(22),
    /** Path of a private key without a passphrase. @default the agent that SSH_AUTH_SOCK names */
    privateKeyFile: field(
      z.string().regex(/^(\/|~\/)/),
      'an absolute path, or one that begins with "~/"',
    ).optional(),
    bastion: bastion.optional(),
  }),
  'a mapping with username, port, privateKeyFile and bastion',
).prefault({});

/** One bare-metal host, as configured. */
export type HostConfig = z.output<typeof host>;
/** How hosts are reached. */
export type SshConfig = z.output<typeof ssh>;
