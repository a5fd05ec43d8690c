// SPDX-License-Identifier: Apache-2.0
import { suggestion } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import { checkPoolAddress, checkTakenAddress } from '../addresses/index.ts';
import type { Check, CheckContext } from '../checks/check-context.ts';
import type { UserClusterConfig } from '../config/index.ts';
import { controlPlaneMachine } from '../control-plane/index.ts';
import { guestInterface } from '../machines/index.ts';
import { knownKeys } from './known-keys.ts';

type Ssh = UserClusterConfig['access']['ssh'];
type Setting = 'address' | 'nodePort' | 'network' | 'sources';

/** Settings that each `via` needs and those that it also takes; any other would have no effect. */
const settingsOf: Readonly<
  Record<Ssh['via'], { readonly needs: readonly Setting[]; readonly takes: readonly Setting[] }>
> = {
  none: { needs: [], takes: [] },
  bastion: { needs: [], takes: ['address', 'nodePort', 'sources'] },
  'node-port': { needs: [], takes: ['nodePort', 'sources'] },
  'load-balancer': { needs: ['address'], takes: ['sources'] },
  network: { needs: ['network'], takes: [] },
};

/** Returns the problems of `access.ssh`: its keys, jump, settings, address and network. */
export const checkAccess: Check = (context) => {
  const ssh = context.config.access?.ssh;
  if (ssh === undefined) return [];
  return [
    ...checkKeys(ssh, context),
    ...checkJump(ssh, context),
    ...checkSettings(ssh),
    ...checkAddress(ssh, context),
    ...checkNetwork(ssh, context),
  ];
};

const at = (key: keyof Ssh): Problem['path'] => ['access', 'ssh', key];

function checkKeys(ssh: Ssh, { config }: CheckContext): Problem[] {
  const { via } = ssh;
  if (via === 'none' || knownKeys(ssh, config).length > 0) return [];
  const message = `is empty, so nobody could log in via "${via}"; add a public key, or say via: none`;
  return [{ path: at('authorizedKeys'), message }];
}

/**
 * Reports each key of a pool that the jump does not know. With `node-port` and `load-balancer` the jump
 * is a control-plane VM: a user who cannot log in there reaches no worker.
 */
function checkJump({ authorizedKeys, via }: Ssh, { config }: CheckContext): Problem[] {
  const { controlPlane, pools = [] } = config;
  if (via !== 'node-port' && via !== 'load-balancer') return [];
  const jumpers = [...authorizedKeys, ...(controlPlane?.authorizedKeys ?? [])];
  return pools.flatMap((pool, index) =>
    pool.authorizedKeys.flatMap((key, number) =>
      jumpers.includes(key)
        ? []
        : [
            {
              path: ['pools', index, 'authorizedKeys', number],
              message:
                `cannot log in via "${via}": SSH goes through a machine of the control plane first, and that does not ` +
                'know the key; add it to controlPlane.authorizedKeys as well, or say via: bastion or network',
            },
          ],
    ),
  );
}

function checkSettings(ssh: Ssh): Problem[] {
  const { via } = ssh;
  const { needs, takes } = settingsOf[via];
  const missing = needs.filter((key) => ssh[key] === undefined);
  const useless = (['address', 'nodePort', 'network', 'sources'] as const).filter(
    (key) => ssh[key] !== undefined && !needs.includes(key) && !takes.includes(key),
  );
  return [
    ...missing.map((key) => ({ path: at(key), message: `missing; "${via}" needs it` })),
    ...useless.map((key) => ({
      path: at(key),
      message: `does nothing with via: ${via}; remove it`,
    })),
    ...(ssh.address !== undefined && ssh.nodePort !== undefined && via === 'bastion'
      ? [{ path: at('nodePort'), message: 'does nothing with an address; remove one of the two' }]
      : []),
  ];
}

function checkAddress({ address, via }: Ssh, context: CheckContext): Problem[] {
  if (address === undefined || (via !== 'bastion' && via !== 'load-balancer')) return [];
  if (address === context.config.controlPlane?.endpoint.address) {
    const message = `${address} is the address of the API; take another one`;
    return [{ path: at('address'), message }];
  }
  return [
    ...checkPoolAddress(address, at('address'), context),
    ...checkTakenAddress(address, at('address'), context),
  ];
}

/**
 * Reports a network that does not exist, and VMs without an interface in the network that SSH comes in
 * by.
 */
function checkNetwork({ network, via }: Ssh, { config, platform }: CheckContext): Problem[] {
  if (network === undefined || via !== 'network') return [];
  const names = [...platform.networks, ...(config.network?.vlans ?? [])].map(({ name }) => name);
  if (!names.includes(network)) {
    const message = `the platform has no network "${network}"; ${suggestion(network, names)}`;
    return [{ path: at('network'), message }];
  }
  const { controlPlane, pools = [] } = config;
  const groups = [
    ...(controlPlane === undefined
      ? []
      : [{ machine: controlPlaneMachine(controlPlane), name: 'the control plane' }]),
    ...pools.map((pool) => ({ machine: pool, name: `pool "${pool.name}"` })),
  ];
  return groups.flatMap(({ machine, name }) => {
    if (guestInterface(machine, network, platform) !== undefined) return [];
    const isThere = machine.interfaces.some((one) => one.network === network);
    const message = isThere
      ? `machines of ${name} have a card in "${network}", whose name in the guest nobody knows; take a VLAN or a bridge, or set its mac`
      : `machines of ${name} have no interface in "${network}"; add one to their interfaces`;
    return [{ path: at('network'), message }];
  });
}
