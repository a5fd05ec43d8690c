// SPDX-License-Identifier: Apache-2.0
import type { FieldPromise } from './promise.ts';

const handler = 'kubevirt pkg/virt-handler/vm.go';
const kind = 'virtualmachineinstances';
const running = { kind, where: { 'status.phase': '^Running$' } };
// A migration that has failed is completed, too.
const moved = {
  kind,
  where: { 'status.migrationState.completed': '^true$' },
  without: { 'status.migrationState.failed': '^true$' },
};
const plugged = { kind, where: { 'status.volumeStatus[*].hotplugVolume': '.' } };

/** Machines as virt-handler and virt-launcher report them. */
export const machinePromises: readonly FieldPromise[] = [
  {
    played: ['guests/machine-status.ts', 'guests/machine-keeper.ts'],
    upstream: `${handler} setVmPhaseForStatusReason`,
    of: running,
    field: 'status.phaseTransitionTimestamps[*].phase',
    must: { matches: '^(Pending|Scheduling|Scheduled|Running)$' },
  },
  {
    played: ['guests/machine-status.ts'],
    upstream: `${handler} SelinuxContext`,
    of: running,
    field: 'status.selinuxContext',
    must: { matches: String.raw`^(none|\w+:\w+:\w+:.+)$` },
  },
  {
    played: ['guests/machine-status.ts'],
    upstream: 'kubevirt pkg/network/setup/netstat.go ifacesStatusFromDomainInterfaces',
    of: running,
    field: 'status.interfaces[*].name',
    must: { sameAs: 'spec.domain.devices.interfaces[*].name' },
  },
  {
    played: ['guests/machine-status.ts'],
    upstream: 'kubevirt pkg/network/setup/netstat.go linkStateFromDomain',
    // Virtual functions of SR-IOV are no interfaces of the domain, and have no link there.
    of: { ...running, without: { 'spec.domain.devices.interfaces[*].sriov': '.' } },
    field: 'status.interfaces[*].linkState',
    must: { matches: '^(up|down)$' },
  },
  {
    played: ['guests/machine-status.ts'],
    upstream: 'kubevirt pkg/network/setup/netstat.go InfoSourceDomain',
    of: { kind, where: { ...running.where, 'status.interfaces[*].linkState': '^up$' } },
    // Interfaces that only the guest agent or Multus knows have no state of the domain's link.
    field: 'status.interfaces[linkState=up].infoSource',
    must: { matches: '^domain' },
  },
  {
    played: ['guests/live-migration.ts'],
    upstream: `${handler} calculateLiveMigrationCondition`,
    of: running,
    field: 'status.conditions[type=LiveMigratable].status',
    must: { matches: '^(True|False)$' },
  },
  {
    played: ['guests/live-migration.ts'],
    upstream: `${handler} BlockMigration`,
    of: running,
    field: 'status.migrationMethod',
    must: { matches: '^(BlockMigration|LiveMigration)$' },
  },
  {
    played: ['guests/volume-status.ts'],
    upstream: `${handler} updateVolumeStatusesFromDomain`,
    of: running,
    field: 'status.volumeStatus[*].target',
    must: { matches: '^(|[vs]d[a-z]+)$' },
  },
  {
    played: ['guests/volume-status.ts'],
    upstream: `${handler} VolumeReadyReason`,
    of: plugged,
    field: 'status.volumeStatus[phase=Ready].reason',
    must: { matches: '^(VolumeReady|)$' },
  },
  {
    played: ['guests/launcher.ts', 'guests/machine-keeper.ts'],
    upstream: 'kubevirt cmd/virt-launcher/virt-launcher.go waitForFinalNotify',
    of: running,
    field: 'metadata.uid',
    must: {
      among: {
        kind: 'pods',
        where: { 'metadata.labels["kubevirt.io"]': '^virt-launcher$', 'status.phase': '^Running$' },
        field: 'metadata.labels["kubevirt.io/created-by"]',
      },
    },
  },
  {
    played: ['guests/migration-stage.ts'],
    upstream: 'kubevirt pkg/virt-handler/migration-target.go TargetNodeDomainDetected',
    of: moved,
    field: 'status.migrationState.targetNodeDomainDetected',
    must: { is: 'true' },
  },
  {
    played: ['guests/migration-stage.ts'],
    upstream: 'kubevirt pkg/virt-handler/migration-target.go MigrationTransport',
    of: moved,
    field: 'status.migrationTransport',
    must: { is: 'Unix' },
  },
  {
    played: ['guests/migration-stage.ts'],
    upstream: 'kubevirt pkg/virt-handler/migration-source.go Mode',
    of: moved,
    field: 'status.migrationState.mode',
    must: { matches: '^(PreCopy|PostCopy|Paused)$' },
  },
];
