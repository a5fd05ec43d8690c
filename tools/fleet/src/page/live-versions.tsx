// SPDX-License-Identifier: Apache-2.0
import type { LiveCluster, LiveFacts, LiveStack, Reading } from '../live/live-schema.ts';
import type { Environment } from '../model.ts';
import { ReadCell, ReadFrom } from './live-parts.tsx';
import { Table } from './parts.tsx';
import { clock } from './times.ts';

const unknown = 'not known';

/** Returns cells: by the files, by the outputs of the stack, running, place of the reading. */
function versionRow(
  what: string,
  written: string | undefined,
  output: Reading<string | undefined> | undefined,
  running: Reading<string> | undefined,
) {
  return [
    what,
    written ?? unknown,
    output === undefined ? '' : <ReadCell reading={output}>{(value) => value ?? ''}</ReadCell>,
    running === undefined ? '' : <ReadCell reading={running}>{(value) => value}</ReadCell>,
    <ReadFrom reading={running ?? output ?? noReading} />,
  ];
}

const noReading = { from: 'outputs', place: 'none', at: '', problem: unknown } as const;

/** Returns one output of a stack. */
function outputOf(
  stack: LiveStack | undefined,
  key: 'kubernetes' | 'release',
): Reading<string | undefined> | undefined {
  if (stack === undefined) return undefined;
  const { outputs } = stack;
  return outputs.problem === undefined
    ? { ...outputs, value: outputs.value[key] }
    : { ...outputs, value: undefined };
}

/** Renders versions by the files, by the outputs of stacks, and running. */
export function LiveVersions({
  environment,
  facts,
}: {
  readonly environment: Environment;
  readonly facts: LiveFacts;
}) {
  const { clusters, kubernetes, name, platform } = environment;
  const stackOf = (id: string) => facts.stacks.find((one) => one.id === id);
  const release = outputOf(stackOf(`kubevirt-stack/${name}`), 'release');
  return (
    <section>
      <h2>Versions</h2>
      <Table
        caption={`Versions of ${name}: by the files, by the last update, and running`}
        head={['What', 'By the files', 'By the last update of the stack', 'Running', 'From']}
        rows={[
          versionRow('Release', platform.value?.release, release, undefined),
          versionRow(
            'Kubernetes of the infra cluster',
            kubernetes.value?.version,
            undefined,
            facts.kubernetes,
          ),
          versionRow('KubeVirt', platform.value?.kubevirt, undefined, facts.kubevirt),
          versionRow('CDI', platform.value?.cdi, undefined, facts.cdi),
          ...facts.clusters.map((live) =>
            versionRow(
              `Kubernetes of ${live.name}`,
              clusters.find((one) => one.name === live.name)?.facts.value?.kubernetes,
              outputOf(stackOf(`user-cluster/${name}.${live.name}`), 'kubernetes'),
              live.kubernetes,
            ),
          ),
        ]}
      />
    </section>
  );
}

function nodesOf({ nodes }: LiveCluster) {
  return (
    <ReadCell reading={nodes}>
      {(all) => {
        const ready = all.filter((one) => one.ready === 'ready').length;
        const versions = [...new Set(all.map(({ version }) => version))].sort();
        const others = all.filter((one) => one.ready !== 'ready').map(({ name }) => name);
        return (
          <>
            {ready} of {all.length}, kubelets {versions.join(', ')}
            {others.length === 0 ? null : <small> not ready: {others.join(', ')}</small>}
          </>
        );
      }}
    </ReadCell>
  );
}

/** Renders the user clusters as their own APIs and the outputs of their stacks have them. */
export function LiveClusters({ facts }: { readonly facts: LiveFacts }) {
  if (facts.clusters.length === 0) return null;
  return (
    <section>
      <h2>User clusters</h2>
      <Table
        caption="User clusters as their own APIs have them"
        head={['Cluster', 'Nodes ready', 'API', 'State written', 'Join token ends', 'From']}
        rows={facts.clusters.map((live) => {
          const stack = facts.stacks.find(({ cluster }) => cluster === live.name);
          const { endpoint = '', joinTokenEnds } = stack?.outputs.value ?? {};
          return [
            live.name,
            nodesOf(live),
            endpoint,
            stack?.writtenAt === undefined ? unknown : clock(stack.writtenAt),
            joinTokenEnds === undefined ? unknown : clock(joinTokenEnds),
            <ReadFrom reading={live.nodes} />,
          ];
        })}
      />
    </section>
  );
}
