// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import type { types } from '@pulumi/kubernetes';
import { labelKeys } from '@strata/contracts';
import { tenantImage } from '../cloud/index.ts';
import type { ClusterContext } from '../cluster-context.ts';
import type { UserClusterConfig } from '../config/index.ts';
import { bastion, ports } from '../tenancy/index.ts';
import { inBastionImage } from './in-bastion-image.ts';

type SshConfig = UserClusterConfig['access']['ssh'];

const folders = { settings: '/etc/bastion/settings', hostKey: '/etc/bastion/host-key' } as const;

/** Name of every object of the bastion, and value of {@link labelKeys.component} on its pods. */
export const bastionName = bastion;

/** Selects the pods of the bastion. */
export const bastionSelector = { [labelKeys.component]: bastion };

/**
 * Settings of sshd: it forwards connections to port 22 of other addresses and does nothing else. It runs
 * without PAM, as an account whose password is locked in the image; without root, sshd does not see that
 * lock.
 *
 * @see https://man.openbsd.org/sshd_config
 */
const settings = [
  `Port ${ports.bastion}`,
  `HostKey ${folders.hostKey}/key`,
  'PidFile none',
  `AllowUsers ${inBastionImage.user.name}`,
  `AuthorizedKeysFile ${folders.settings}/authorized_keys`,
  // The files belong to root, and their folders have the modes that Kubernetes gives them.
  'StrictModes no',
  'UsePAM no',
  'AuthenticationMethods publickey',
  'PasswordAuthentication no',
  'KbdInteractiveAuthentication no',
  'PermitRootLogin no',
  'LoginGraceTime 20',
  'MaxAuthTries 3',
  'DisableForwarding no',
  'AllowTcpForwarding local',
  `PermitOpen *:${ports.ssh}`,
  'PermitListen none',
  'AllowStreamLocalForwarding no',
  'AllowAgentForwarding no',
  'X11Forwarding no',
  'PermitTunnel no',
  'PermitTTY no',
  'PermitUserRC no',
  'ForceCommand /bin/false',
];

/**
 * Without sources, the clients of a host all come from its address: the penalty for failed logins of one
 * of them, which is on by default, would keep all others out.
 *
 * @see https://github.com/openssh/openssh-portable/blob/V_10_3_P1/srclimit.c `srclimit_penalise`
 */
function renderSshd({ sources }: Pick<SshConfig, 'sources'>): string {
  const penalties = sources === undefined ? ['PerSourcePenalties no'] : [];
  return [...settings, ...penalties, ''].join('\n');
}

/** Returns the files that sshd reads; it reads the keys anew at each login. */
export function renderSettings(
  authorizedKeys: readonly string[],
  ssh: Pick<SshConfig, 'sources'>,
): Record<string, string> {
  const options = `restrict,port-forwarding,permitopen="*:${ports.ssh}"`;
  return {
    sshd_config: renderSshd(ssh),
    authorized_keys: authorizedKeys.map((key) => `${options} ${key}\n`).join(''),
  };
}

/** Renders the pod: it has no rights, no root user and no file system to write to. */
export function renderBastionPod({
  config,
  platform,
}: Pick<ClusterContext, 'config' | 'platform'>): types.input.core.v1.PodSpec {
  const sshd = renderSshd(config.access.ssh);
  const { id } = inBastionImage.user;
  return {
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    // Itself, where nobody answers: whom its users want to reach they name by an address. It would
    // tell them which names there are.
    dnsPolicy: 'None',
    dnsConfig: { nameservers: ['127.0.0.1'] },
    securityContext: {
      runAsNonRoot: true,
      runAsUser: id,
      runAsGroup: id,
      fsGroup: id,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [
      {
        name: 'sshd',
        image: tenantImage(platform, 'ssh-bastion'),
        command: [inBastionImage.sshd, '-D', '-e', '-f', `${folders.settings}/sshd_config`],
        // sshd reads its settings only once: a change of this hash starts a new pod.
        env: [{ name: 'SETTINGS', value: createHash('sha256').update(sshd).digest('hex') }],
        ports: [{ name: 'ssh', containerPort: ports.bastion, protocol: 'TCP' }],
        readinessProbe: { tcpSocket: { port: ports.bastion } },
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        resources: {
          requests: { cpu: '10m', memory: '32Mi' },
          limits: { memory: '128Mi' },
        },
        volumeMounts: [
          { name: 'settings', mountPath: folders.settings, readOnly: true },
          { name: 'host-key', mountPath: folders.hostKey, readOnly: true },
        ],
      },
    ],
    volumes: [
      { name: 'settings', configMap: { name: bastion } },
      { name: 'host-key', secret: { secretName: `${bastion}-host-key`, defaultMode: 0o440 } },
    ],
  };
}
