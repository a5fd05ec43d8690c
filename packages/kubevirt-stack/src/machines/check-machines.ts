// SPDX-License-Identifier: Apache-2.0
import { fitsVectors, interruptVectors, suggestion, vectorLimit } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import type { Check, CheckedConfig } from '../checks/check-context.ts';
import { repeatedNames } from '../checks/repeated-names.ts';
import type { ClusterFacts } from '../cluster/cluster-facts.ts';
import type { Instancetype, Preference } from '../config/index.ts';
import { resizedInstancetypes } from './changed-machines.ts';
import { takenPreferenceNames } from './common-preferences.ts';
import { builtInMachines, flavors, offeredMachines } from './flavors.ts';
import type { MachineConfig } from './flavors.ts';
import { smallestMachine } from './smallest-machine.ts';

type Config = CheckedConfig & MachineConfig;

/**
 * Contradictions within one size that KubeVirt would refuse, most of them only when a VM starts.
 */
const contradictions: readonly {
  readonly key: keyof Instancetype;
  readonly wrong: (instancetype: Instancetype) => boolean;
  readonly message: (instancetype: Instancetype) => string;
}[] = [
  {
    key: 'isolateEmulatorThread',
    wrong: (size) => size.isolateEmulatorThread === true && size.dedicatedCpus !== true,
    message: () => 'only dedicated CPUs can be kept from QEMU; add dedicatedCpus: true',
  },
  {
    key: 'numaPassthrough',
    wrong: (size) =>
      size.numaPassthrough === true &&
      (size.dedicatedCpus !== true || size.hugepages === undefined),
    message: () =>
      'NUMA cells come from dedicated CPUs and hugepages; add dedicatedCpus and hugepages',
  },
  {
    key: 'overcommitPercent',
    wrong: (size) => size.overcommitPercent !== undefined && size.hugepages !== undefined,
    message: () => 'hugepages cannot be overcommitted; remove overcommitPercent or hugepages',
  },
  {
    key: 'maxMemoryGiB',
    wrong: ({ memoryGiB, maxMemoryGiB = memoryGiB }) => maxMemoryGiB < memoryGiB,
    message: ({ memoryGiB }) => `less than memoryGiB, which is ${memoryGiB}`,
  },
  {
    // https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/liveupdate/memory/memory.go (ValidateLiveUpdateMemory)
    key: 'maxMemoryGiB',
    wrong: (size) => size.maxMemoryGiB !== undefined && size.numaPassthrough === true,
    message: () =>
      'the memory of a guest that sees NUMA cells of its host cannot grow; remove maxMemoryGiB or numaPassthrough',
  },
  {
    key: 'maxSockets',
    wrong: ({ cpu, maxSockets = cpu }) => maxSockets < cpu,
    message: ({ cpu }) => `less than cpu, which is ${cpu} and may be so many sockets`,
  },
  {
    key: 'ioThreads',
    wrong: (size) =>
      (size.ioThreads !== undefined) !== (size.ioThreadsPolicy === 'supplementalPool'),
    message: ({ ioThreads }) =>
      ioThreads === undefined
        ? 'missing; ioThreadsPolicy "supplementalPool" needs the number of threads'
        : 'only ioThreadsPolicy "supplementalPool" has a number of threads',
  },
];

function contradictionsOf(instancetype: Instancetype, index: number): Problem[] {
  return contradictions
    .filter(({ wrong }) => wrong(instancetype))
    .map(({ key, message }) => ({
      path: ['instancetypes', index, key],
      message: message(instancetype),
    }));
}

const gateMessage = (what: string, gate: string) =>
  `${what} the feature gate ${gate}; add it to kubevirt.featureGates`;

function missingGates(
  { flavors: asked = [], kubevirt }: Config,
  instancetypes: readonly Instancetype[],
): Problem[] {
  if (kubevirt === undefined) return [];
  const lacks = (gate: string) => !kubevirt.featureGates.includes(gate);
  return [
    ...asked.flatMap((name, index) =>
      flavors[name].needs
        .map(({ featureGate }) => featureGate)
        .filter((gate) => gate !== undefined)
        .filter(lacks)
        .map((gate) => ({
          path: ['flavors', index],
          message: gateMessage(`the flavor ${name} needs`, gate),
        })),
    ),
    ...instancetypes.flatMap(({ dedicatedCpus, hostDevices = [] }, index) => [
      ...(dedicatedCpus === true && lacks('CPUManager')
        ? [
            {
              path: ['instancetypes', index, 'dedicatedCpus'],
              message: gateMessage('dedicated CPUs need', 'CPUManager'),
            },
          ]
        : []),
      ...(hostDevices.length > 0 && lacks('HostDevices')
        ? [
            {
              path: ['instancetypes', index, 'hostDevices'],
              message: gateMessage('devices of the host need', 'HostDevices'),
            },
          ]
        : []),
    ]),
  ];
}

interface Permitted {
  readonly resourceName: string;
}

/** Returns the resource names of `kubevirt.permittedHostDevices`, from all its lists. */
function permittedDevices({ kubevirt }: Config): string[] {
  const { permittedHostDevices = {} } = (kubevirt ?? {}) as {
    permittedHostDevices?: Readonly<Record<string, readonly Permitted[] | undefined>>;
  };
  return Object.values(permittedHostDevices).flatMap((devices = []) =>
    devices.map(({ resourceName }) => resourceName),
  );
}

function forbiddenDevices(config: Config, instancetypes: readonly Instancetype[]): Problem[] {
  if (config.kubevirt === undefined) return [];
  const permitted = permittedDevices(config);
  return instancetypes.flatMap((instancetype, index) =>
    (['hostDevices', 'gpus'] as const).flatMap((kind) => {
      const devices = instancetype[kind] ?? [];
      const path = ['instancetypes', index, kind];
      return [
        ...repeatedNames(path.join('.'), devices).map((problem) => ({
          ...problem,
          path: [...path, ...problem.path.slice(path.length)],
        })),
        ...devices.flatMap(({ deviceName }, device) =>
          permitted.includes(deviceName)
            ? []
            : [
                {
                  path: [...path, device, 'deviceName'],
                  message: `"${deviceName}" is not in kubevirt.permittedHostDevices; ${suggestion(deviceName, permitted)}`,
                },
              ],
        ),
      ];
    }),
  );
}

function tooManyInterrupts(config: Config, instancetypes: readonly Instancetype[]): Problem[] {
  const { preferences } = offeredMachines(config);
  return instancetypes.flatMap((instancetype, index) => {
    const preference = preferences.find((one) => !fitsVectors(smallestMachine(instancetype, one)));
    if (preference === undefined) return [];
    const { busiest } = interruptVectors(smallestMachine(instancetype, preference));
    return [
      {
        path: ['instancetypes', index],
        message:
          `with the preference "${preference.name}", one virtual CPU would serve ${busiest} interrupts ` +
          `(MSI-X vectors) of devices, and can serve ${vectorLimit.perCpu}; hand fewer devices through`,
      },
    ];
  });
}

function ratioWithoutSpread(preferences: readonly Preference[]): Problem[] {
  return preferences.flatMap(({ cpuTopology, spreadRatio }, index) =>
    spreadRatio === undefined || cpuTopology === 'spread'
      ? []
      : [
          {
            path: ['preferences', index, 'spreadRatio'],
            message: `only cpuTopology "spread" has a ratio, this is "${cpuTopology}"`,
          },
        ],
  );
}

/**
 * Reports disks that no VM starts with: QEMU's native I/O bypasses the page cache of the host (O_DIRECT),
 * which these caches are. Without a `diskCache` KubeVirt takes `none` where the storage allows it.
 *
 * @see https://github.com/qemu/qemu/blob/v10.1.0/block/file-posix.c ("aio=native was specified")
 */
function nativeWithCache(preferences: readonly Preference[]): Problem[] {
  return preferences.flatMap(({ devices: { diskCache = 'none', diskIo } = {} }, index) =>
    diskIo !== 'native' || diskCache === 'none'
      ? []
      : [
          {
            path: ['preferences', index, 'devices', 'diskCache'],
            message: `no VM starts with the cache "${diskCache}" and diskIo "native", which goes past it; set "none", or diskIo "threads"`,
          },
        ],
  );
}

/**
 * Reports preferences that have the name of one of KubeVirt's own, which virt-operator writes over whatever has its
 * name, and deletes when it is asked not to install them any more.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-operator/resource/apply/instancetypes.go (createOrUpdatePreference)
 */
function takenByKubevirt(config: Config, preferences: readonly Preference[]): Problem[] {
  if (config.kubevirt?.commonInstancetypes !== true) return [];
  return preferences.flatMap(({ name }, index) =>
    takenPreferenceNames.includes(name)
      ? [
          {
            path: ['preferences', index, 'name'],
            message: `KubeVirt installs a preference "${name}" of its own (kubevirt.commonInstancetypes) and writes over this one; choose another name`,
          },
        ]
      : [],
  );
}

/** Checks `instancetypes` and `preferences`. */
export const checkMachines = ((
  config: Config,
  { cluster }: { readonly cluster: Pick<ClusterFacts, 'machineCatalogue'> | undefined },
) => {
  const { instancetypes = [], preferences = [] } = config;
  const builtIn = builtInMachines(config);
  return [
    ...repeatedNames('instancetypes', instancetypes, builtIn.instancetypes),
    ...repeatedNames('preferences', preferences, builtIn.preferences),
    ...takenByKubevirt(config, preferences),
    ...missingGates(config, instancetypes),
    ...instancetypes.flatMap(contradictionsOf),
    ...forbiddenDevices(config, instancetypes),
    ...tooManyInterrupts(config, instancetypes),
    ...ratioWithoutSpread(preferences),
    ...nativeWithCache(preferences),
    ...(cluster === undefined ? [] : resizedInstancetypes(config, cluster)),
  ];
}) satisfies Check;
