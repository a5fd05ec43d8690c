// SPDX-License-Identifier: Apache-2.0
import {
  field,
  ipv4Address,
  objectName,
  oneOf,
  trueOrFalse,
  wholeNumber,
} from '@strata/contracts/fields';
import { z } from 'zod';
import { sources } from './isolation-fields.ts';
import { authorizedKeys } from './public-key-fields.ts';

const ssh = field(
  z.strictObject({
    /**
     * How SSH from outside reaches the nodes. `bastion`, `node-port` and `load-balancer` lead to a
     * jump host, from which one goes on to each node. `bastion`: a pod that can only forward
     * connections, so that no node is exposed. `node-port`: a port of every host, which leads to a
     * control-plane node. `load-balancer`: `address`, which leads there, too. `network`: directly
     * to each node, on its interface in `network`, which no NetworkPolicy covers. `none`: not at
     * all; the serial console always works.
     *
     * @default "none"
     */
    via: oneOf(['none', 'bastion', 'node-port', 'load-balancer', 'network']).default('none'),
    /** Public keys that may log in to all nodes, and through the bastion. */
    authorizedKeys,
    /** The user on every node, who may become root. @default "strata" */
    user: field(
      z.string().regex(/^[a-z_][a-z0-9_-]{0,31}$/),
      'the name of a user of at most 32 lower-case letters, digits, "_" and "-"',
    ).default('strata'),
    /**
     * A free address of the platform's load balancer pools. `load-balancer` needs it; a `bastion`
     * without it is at a port of every host.
     */
    address: ipv4Address().optional(),
    /** Port of every host. @default Kubernetes picks one */
    nodePort: field(z.int().min(30_000).max(32_767), 'a port from 30000 to 32767').optional(),
    /** A network of the platform in which every node has an interface. */
    network: objectName().optional(),
    /** Addresses that may connect. @default anywhere */
    sources: sources(),
  }),
  'a mapping with via, authorizedKeys, user, address, nodePort, network or sources',
).prefault({});

/**
 * Access to the cluster's nodes.
 *
 * @example
 * access:
 *   ssh:
 *     via: bastion
 *     authorizedKeys:
 *       - ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJZ0 ann@example
 */
export const access = field(
  z.strictObject({
    ssh,
    /** Whether the platform's monitoring scrapes node-exporter inside the nodes. @default true */
    nodeMetrics: trueOrFalse().default(true),
    /**
     * Generation of the token of the account with which the stack changes the infra cluster:
     * changing the number makes a new token and invalidates the old one.
     * @default 1
     */
    generation: wholeNumber(1).default(1),
  }),
  'a mapping with ssh, nodeMetrics or generation',
).prefault({});
