// SPDX-License-Identifier: Apache-2.0
import { findRelease, incompatibilities } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import type { Check, CheckContext } from '../../checks/check-context.ts';
import { addressProblems, authorityProblems } from '../../checks/check-server.ts';
import { ownPolicyProblems } from '../../checks/own-policies.ts';
import type { FluxConfig } from '../../config/index.ts';
import { deliveryPolicyName } from '../../tenancy/server-policies.ts';

const path = ['delivery', 'flux'];

/** Reports a Flux that is not made for the cluster's Kubernetes. */
function versionProblems({ config, platform }: CheckContext): Problem[] {
  const release = findRelease(platform.release);
  if (config.kubernetes === undefined || release === undefined) return [];
  const versions = {
    flux: release.tenant.flux.version,
    kubernetes: config.kubernetes.version,
  };
  return incompatibilities(versions)
    .filter(({ level }) => level === 'refused')
    .map(({ message }) => ({ path, message }));
}

const sshPort = '22';

/** Returns the name that a server has in known_hosts. @see https://man.openbsd.org/sshd#SSH_KNOWN_HOSTS_FILE_FORMAT */
function knownName(url: string): string {
  const { hostname, port } = new URL(url);
  return port === '' || port === sshPort ? hostname : `[${hostname}]:${port}`;
}

/** Returns whether a line is about a server; names that are hashed, or patterns, may be any. */
function mayBeAbout(line: string, name: string): boolean {
  const [names = ''] = line.split(' ');
  return names.split(',').some((one) => one === name || /^\||[*?]/.test(one));
}

/** Reports keys of servers among which that of the repository is not: Flux would refuse the server. */
function knownHostsProblems({ credentials, url }: FluxConfig): Problem[] {
  const { knownHosts } = credentials ?? {};
  if (knownHosts === undefined) return [];
  const name = knownName(url);
  if (knownHosts.split('\n').some((line) => mayBeAbout(line, name))) return [];
  const message = `has no line for ${name}, so Flux would not connect; add what ssh-keyscan prints of the server`;
  return [{ path: [...path, 'credentials', 'knownHosts'], message }];
}

/** Reports a delivery that would never happen. */
export const checkDelivery: Check = (context) => {
  const flux = context.config.delivery?.flux;
  if (flux === undefined) return [];
  return [
    ...versionProblems(context),
    ...authorityProblems(flux, path),
    ...addressProblems(flux, path, 'the Git server'),
    ...knownHostsProblems(flux),
    ...ownPolicyProblems(context, [deliveryPolicyName], 'delivery.flux'),
  ];
};
