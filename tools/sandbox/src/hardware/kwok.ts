// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { stringify } from 'yaml';
import { writeFileAtomically, type Instance } from '../instance.ts';
import { network } from '../network.ts';
import { knownImages } from '../kubelet/images.ts';
import { launcherLabel } from '../kubelet/pod.ts';

/** jq expression for the last part of an image's path: the same as `shortImage`. */
const shortImage = 'split("/") | .[length - 1] | split("@") | .[0]';

/** jq expression for who runs a pod: the same as `isOfRack`. */
const whoRuns = [
  `if .metadata.labels["${launcherLabel.key}"] == "${launcherLabel.value}" then "kubelet"`,
  'else [.spec.containers[], (.spec.initContainers // [])[] | .image |',
  `${shortImage}] - ${JSON.stringify(knownImages.map(({ image }) => image))}`,
  '| if length == 0 then "kubelet" else "kwok" end end',
].join(' ');

const running = { key: '.status.phase', operator: 'In', values: ['Running'] };
const deleted = (operator: 'Exists' | 'DoesNotExist') => ({
  key: '.metadata.deletionTimestamp',
  operator,
});

/**
 * Selects the pods that kwok plays. The rack's kubelet runs machines, and pods whose programs all
 * run.
 */
const played = { key: whoRuns, operator: 'In', values: ['kwok'] };

/**
 * Selects pods of CDI that fill a volume: what they fetch or copy is there some time after they
 * started.
 */
const isImporter = {
  key: '.metadata.labels["cdi.kubevirt.io"]',
  operator: 'In',
  values: ['importer', 'cdi-populator-prep', 'cdi-clone-source', 'cdi-upload-server'],
};

/** A container disk that the importer's registry client reads: after the name a tag or a digest. */
export const readableDisk = '^docker://[^@]+$|^docker://([^/]+/)+[^/:@]+@[^:@]+:[^:@]+$';

/**
 * Selects importers of a container disk that their registry client refuses: two digests, as CDI
 * makes of a DataImportCron whose image has one, or a tag and a digest.
 *
 * @see https://github.com/containers/image/blob/v5.32.0/docker/docker_transport.go (newReference)
 */
const refused = (operator: 'In' | 'NotIn') => ({
  key: [
    '[.spec.containers[].env // [] | .[] | select(.name == "IMPORTER_ENDPOINT") | .value // ""',
    `| select(startswith("docker://")) | select(test("${readableDisk}") | not)]`,
    '| if length == 0 then "read" else "refused" end',
  ].join(' '),
  operator,
  values: ['refused'],
});

/** Selects pods of a Job: they are done some time after they started. */
const isOfJob = { key: '.metadata.ownerReferences.[].kind', operator: 'In', values: ['Job'] };

interface Stage {
  readonly name: string;
  readonly matchExpressions: readonly object[];
  readonly delayMilliseconds?: number;
  readonly next: object;
}

const stages: readonly Stage[] = [
  {
    name: 'pod-ready',
    matchExpressions: [
      deleted('DoesNotExist'),
      { key: '.status.podIP', operator: 'DoesNotExist' },
      played,
    ],
    next: { statusTemplate: readyTemplate() },
  },
  ...[isImporter, isOfJob].map((kind, index) => ({
    name: index === 0 ? 'importer-complete' : 'job-complete',
    matchExpressions: [deleted('DoesNotExist'), running, kind, refused('NotIn'), played],
    delayMilliseconds: 1_000,
    next: { statusTemplate: completeTemplate() },
  })),
  {
    name: 'pod-delete',
    matchExpressions: [deleted('Exists'), played],
    next: { finalizers: { empty: true }, delete: true },
  },
];

/**
 * Renders the stages by which kwok plays the pods that have no real program here.
 *
 * @see https://kwok.sigs.k8s.io/docs/user/stages-configuration/
 */
export function renderStages(): string {
  return stages
    .map(({ name, matchExpressions, delayMilliseconds, next }) =>
      stringify({
        apiVersion: 'kwok.x-k8s.io/v1alpha1',
        kind: 'Stage',
        metadata: { name },
        spec: {
          resourceRef: { apiGroup: 'v1', kind: 'Pod' },
          selector: { matchExpressions },
          ...(delayMilliseconds !== undefined && {
            delay: { durationMilliseconds: delayMilliseconds },
          }),
          next,
        },
      }),
    )
    .join('---\n');
}

/** Writes the stages and returns the arguments that run kwok as the kubelet of all hosts. */
export function prepareKwok(instance: Instance): readonly string[] {
  const config = join(instance.dir, 'kwok.yaml');
  writeFileAtomically(config, renderStages());
  return [
    `--kubeconfig=${instance.kubeconfig}`,
    `--config=${config}`,
    '--manage-all-nodes=true',
    // Without leases, hosts would become NotReady after 50 seconds.
    '--node-lease-duration-seconds=40',
    `--cidr=${network.playedPodCidr}`,
  ];
}

function readyTemplate(): string {
  return `
{{ $now := Now }}
conditions:
{{ range list "Initialized" "PodReadyToStartContainers" "ContainersReady" "Ready" }}
- { type: {{ . }}, status: "True", lastTransitionTime: {{ $now | Quote }} }
{{ end }}
{{ range .spec.readinessGates }}
- { type: {{ .conditionType | Quote }}, status: "True", lastTransitionTime: {{ $now | Quote }} }
{{ end }}
containerStatuses:
{{ range .spec.containers }}
- image: {{ .image | Quote }}
  imageID: {{ .image | Quote }}
  name: {{ .name | Quote }}
  ready: true
  started: true
  restartCount: 0
  state: { running: { startedAt: {{ $now | Quote }} } }
{{ end }}
initContainerStatuses:
{{ range .spec.initContainers }}
- image: {{ .image | Quote }}
  imageID: {{ .image | Quote }}
  name: {{ .name | Quote }}
  ready: true
  restartCount: 0
  {{ if eq .restartPolicy "Always" }}
  started: true
  state: { running: { startedAt: {{ $now | Quote }} } }
  {{ else }}
  state: { terminated: { exitCode: 0, reason: Completed, startedAt: {{ $now | Quote }}, finishedAt: {{ $now | Quote }} } }
  {{ end }}
{{ end }}
hostIP: {{ NodeIPWith .spec.nodeName | Quote }}
podIP: {{ PodIPWith .spec.nodeName ( or .spec.hostNetwork false ) ( or .metadata.uid "" ) ( or .metadata.name "" ) ( or .metadata.namespace "" ) | Quote }}
phase: Running
startTime: {{ $now | Quote }}
`;
}

function completeTemplate(): string {
  return `
{{ $now := Now }}
{{ $root := . }}
conditions:
- { type: Ready, status: "False", reason: PodCompleted, lastTransitionTime: {{ $now | Quote }} }
- { type: ContainersReady, status: "False", reason: PodCompleted, lastTransitionTime: {{ $now | Quote }} }
containerStatuses:
{{ range $index, $item := .spec.containers }}
{{ $before := index $root.status.containerStatuses $index }}
- image: {{ $item.image | Quote }}
  imageID: {{ $item.image | Quote }}
  name: {{ $item.name | Quote }}
  ready: false
  started: false
  restartCount: 0
  state:
    terminated:
      exitCode: 0
      reason: Completed
      # CDI reads what its pods found out from here.
      message: '{}'
      startedAt: {{ $before.state.running.startedAt | Quote }}
      finishedAt: {{ $now | Quote }}
{{ end }}
phase: Succeeded
`;
}
