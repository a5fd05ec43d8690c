// SPDX-License-Identifier: Apache-2.0
import { isIPv4 } from 'node:net';
import { z } from 'zod';
import { field, objectName, oneOf, wholeNumber } from '../field.ts';
import { sources } from './isolation-fields.ts';
import { authorizedKeys } from './public-key-fields.ts';

const ssh = field(
  z.strictObject({
    /**
     * How SSH gets from outside to the machines. Those of `bastion`, `node-port` and
     * `load-balancer` are a jump: from there one goes on to each machine. `bastion`: a pod that
     * can do nothing but pass on, so that no machine is open. `node-port`: a port of every host,
     * which leads to a control-plane machine. `load-balancer`: `address`, which leads there, too.
     * `network`: straight to each machine on its interface in `network`, which no NetworkPolicy
     * covers. `none`: not at all; the serial console always works.
     *
     * @default "none"
     */
    via: oneOf(['none', 'bastion', 'node-port', 'load-balancer', 'network']).default('none'),
    /** Who may log in to all machines, and through the bastion. */
    authorizedKeys,
    /** The user on every machine, who may become root. @default "strata" */
    user: field(
      z.string().regex(/^[a-z_][a-z0-9_-]{0,31}$/),
      'the name of a user of at most 32 lower-case letters, digits, "_" and "-"',
    ).default('strata'),
    /**
     * A free one of the platform's load balancer addresses. `load-balancer` needs it; a `bastion`
     * without it is at a port of every host.
     */
    address: field(z.stringFormat('address', isIPv4), 'an IPv4 address').optional(),
    /** Of every host. @default Kubernetes picks one */
    nodePort: field(z.int().min(30_000).max(32_767), 'a port from 30000 to 32767').optional(),
    /** A network of the platform that every machine has an interface in. */
    network: objectName().optional(),
    /** Who may connect. @default anywhere */
    sources: sources(),
  }),
  'a mapping with via, authorizedKeys, user, address, nodePort, network or sources',
).prefault({});

/** Ways into the cluster's machines. */
export const access = field(
  z.strictObject({
    ssh,
    /** Whether the platform's monitoring measures the inside of the machines. @default true */
    nodeMetrics: field(z.boolean(), 'true or false').default(true),
    /**
     * Of the account by which the stack changes the infra cluster: another number makes another
     * token, and ends the old one. @default 1
     */
    generation: wholeNumber(1).default(1),
  }),
  'a mapping with ssh, nodeMetrics or generation',
).prefault({});
