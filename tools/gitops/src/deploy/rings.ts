// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, objectName } from '@strata/contracts/fields';
import { longestClosedDays, maintenanceWindows } from './windows.ts';

const ring = field(
  z.strictObject({
    /** Name in commands and logs. */
    name: objectName(),
    /** Environments that are deployed at the same time. */
    environments: field(z.array(objectName()).min(1), 'a list with at least one environment'),
    /** When a deployment may begin to update them. @default always */
    windows: maintenanceWindows,
  }),
  'a mapping with name and environments',
);

/**
 * Days that a stack may be without an update: a join token is renewed in its last 15 days, and an alert
 * fires in its last 5; one day is for a run that comes late.
 */
const longestWithoutUpdate = 9;

/**
 * The order in which a change reaches environments, `stacks/rings.yaml`: if a ring fails, the next
 * one does not start.
 */
export const deploymentRings = z
  .strictObject({
    rings: listOf(ring, 'a list of rings, the first one first'),
    /** Environments that are never deployed automatically, such as sandboxes. @default [] */
    byHand: listOf(objectName(), 'a list of names of environments').default([]),
    /**
     * Days after which a stack is updated although nothing has changed: keys, certificates and join
     * tokens are renewed only by updates. The shortest of them, a join token, lives for 30 days and
     * is renewed in its last 15; an alert fires in its last 5. With more than 8, a run that comes a
     * day late would be too late for that.
     */
    renewAfterDays: field(z.int().min(1).max(8), 'a whole number of days from 1 to 8').default(7),
  })
  .superRefine(({ byHand, renewAfterDays, rings }, context) => {
    rings.forEach(({ windows }, index) => {
      const closed = longestClosedDays(windows);
      if (renewAfterDays + closed <= longestWithoutUpdate) return;
      const path = ['rings', index, 'windows'];
      const message = `are closed for up to ${closed.toFixed(1)} days, so with renewAfterDays: ${renewAfterDays} a stack may be without an update for longer than ${longestWithoutUpdate} days, in which its keys end; open them more often, or lower renewAfterDays`;
      context.addIssue({ code: 'custom', path, message });
    });
    const taken = new Map(byHand.map((environment) => [environment, 'byHand']));
    rings.forEach(({ environments, name }, index) => {
      environments.forEach((environment, position) => {
        const other = taken.get(environment);
        const path = ['rings', index, 'environments', position];
        const message = `"${environment}" is in "${other ?? ''}" already; take it out of one`;
        if (other !== undefined) context.addIssue({ code: 'custom', path, message });
        taken.set(environment, name);
      });
    });
  });

/** The order in which environments are deployed, and the minimum frequency. */
export type DeploymentRings = z.output<typeof deploymentRings>;

/** One step of a deployment. */
export type DeploymentRing = z.output<typeof ring>;

/** Path from the root of the repository. */
export const ringsFile = 'stacks/rings.yaml';
