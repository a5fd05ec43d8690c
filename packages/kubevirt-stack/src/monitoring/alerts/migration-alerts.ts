// SPDX-License-Identifier: Apache-2.0
import type { Alert } from './alert.ts';
import { minutes } from './alert.ts';

const machine = { namespace: 'shop', name: 'node-1' };
const migrationEnd = (status: string) =>
  `kubevirt_vmi_migration_end_time_seconds{namespace="shop",name="node-1",status="${status}"}`;
/** A measurement of virt-controller that is always there. */
const measured = 'kubevirt_virt_controller_leading_status{pod="a"}';
const failedMigration = (pod: string) =>
  `kubevirt_vmi_migration_failed{namespace="shop",vmi="node-1",vmim="m",pod="${pod}"}`;

/**
 * When the last failed migration of each VM was first seen. A VM itself knows only of migrations whose
 * target came up; where no host has room, only the migration says that it failed. It says so until
 * somebody deletes it, so more than the hour of the alert is searched for the first time.
 */
const failureSeen =
  'max by (namespace, name) (label_replace(min by (namespace, vmi, vmim)' +
  ' (min_over_time(timestamp(kubevirt_vmi_migration_failed)[90m:2m])), "name", "$1", "vmi", "(.+)"))';

/**
 * Begin of the measurements that are searched for failures, with five minutes for all virt-controllers to be
 * measured. What was seen first then may have failed at any time before: after a gap in the measurements,
 * or where these are new.
 */
const measuredFrom =
  'min(min_over_time(timestamp(kubevirt_virt_controller_leading_status)[90m:2m])) + 300';

/** Alerts on live migrations of VMs. Several virt-controllers may report the same one, hence `max by`. */
export const migrationAlerts: readonly Alert[] = [
  {
    name: 'VirtualMachineMigrationFailed',
    expression: () =>
      'max by (namespace, name) (kubevirt_vmi_migration_end_time_seconds{status="failed"}) > time() - 3600' +
      ` or (${failureSeen} > time() - 3600) > on () group_left () (${measuredFrom})` +
      ' unless on (namespace, name)' +
      ' max by (namespace, name) (kubevirt_vmi_migration_end_time_seconds{status="succeeded"})' +
      ` > ${failureSeen}`,
    forMinutes: minutes(0),
    severity: 'warning',
    summary: 'VM {{ $labels.namespace }}/{{ $labels.name }} could not be moved to another host',
    description:
      'The last live migration of the VM failed within the past hour; it still runs where it was. ' +
      'A host that is being drained waits for it.',
    cases: [
      {
        when: 'the last migration failed ten minutes ago',
        given: [{ series: migrationEnd('failed'), values: '600x20' }],
        after: 20,
        fires: [machine],
      },
      {
        when: 'no host had room for the target, an hour after another migration succeeded',
        given: [
          { series: measured, values: '1x70' },
          { series: migrationEnd('succeeded'), values: '60x70' },
          { series: failedMigration('a'), values: '_x60 1x10' },
          { series: failedMigration('b'), values: '_x60 1x10' },
        ],
        after: 65,
        fires: [machine],
      },
      {
        when: 'nothing was measured for 40 minutes, and the migration had failed before that',
        given: [
          { series: migrationEnd('succeeded'), values: '600x30 _x40 600x60' },
          { series: failedMigration('a'), values: '1x30 _x40 1x60' },
          { series: measured, values: '1x30 _x40 1x60' },
        ],
        after: 125,
        fires: [],
      },
      {
        when: 'there was no room ten minutes after measurements began again',
        given: [
          { series: failedMigration('a'), values: '_x80 1x40' },
          { series: measured, values: '1x30 _x40 1x60' },
        ],
        after: 110,
        fires: [machine],
      },
      {
        when: 'there was no room two hours ago, and another virt-controller says so since',
        given: [
          { series: measured, values: '1x130' },
          { series: failedMigration('a'), values: '1x90 stale' },
          { series: failedMigration('b'), values: '_x90 1x40' },
        ],
        after: 120,
        fires: [],
      },
      {
        when: 'there was no room ten minutes ago, and a later migration succeeded',
        given: [
          { series: measured, values: '1x70' },
          { series: failedMigration('a'), values: '_x60 1x10' },
          { series: migrationEnd('succeeded'), values: '_x64 3900x10' },
        ],
        after: 70,
        fires: [],
      },
      {
        when: 'it failed two hours ago, or a later one succeeded',
        given: [
          { series: migrationEnd('failed'), values: '60x125' },
          {
            series:
              'kubevirt_vmi_migration_end_time_seconds{namespace="shop",name="node-2",status="succeeded"}',
            values: '7000x125',
          },
        ],
        after: 120,
        fires: [],
      },
    ],
  },
  {
    name: 'VirtualMachineMigrationStuck',
    expression: ({ thresholds }) =>
      'max by (namespace, name, migration_name) (time() - kubevirt_vmi_migration_start_time_seconds)' +
      ` > ${thresholds.migrationMinutes * 60} unless on (namespace, name, migration_name)` +
      ' kubevirt_vmi_migration_end_time_seconds',
    forMinutes: minutes(5),
    severity: 'warning',
    summary: 'The move of VM {{ $labels.namespace }}/{{ $labels.name }} does not come to an end',
    description:
      'A live migration runs longer than expected: mostly, the VM changes its memory faster than the ' +
      'network carries it.',
    cases: [
      {
        when: 'a migration has run for two hours',
        given: [
          {
            series:
              'kubevirt_vmi_migration_start_time_seconds{namespace="shop",name="node-1",migration_name="m"}',
            values: '0x125',
          },
        ],
        after: 120,
        fires: [{ ...machine, migration_name: 'm' }],
      },
      {
        when: 'it has ended',
        given: [
          {
            series:
              'kubevirt_vmi_migration_start_time_seconds{namespace="shop",name="node-1",migration_name="m"}',
            values: '0x125',
          },
          {
            series:
              'kubevirt_vmi_migration_end_time_seconds{namespace="shop",name="node-1",migration_name="m",status="succeeded"}',
            values: '90x125',
          },
        ],
        after: 120,
        fires: [],
      },
    ],
  },
];
