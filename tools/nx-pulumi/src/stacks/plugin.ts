// SPDX-License-Identifier: Apache-2.0
import { createNodesFromFiles } from '@nx/devkit';
import type { CreateNodes, ProjectConfiguration, TargetConfiguration } from '@nx/devkit';
import { basename, dirname } from 'node:path';
import { listStacks } from './list-stacks.ts';
import type { Stack } from './list-stacks.ts';
import { programSources } from './program-sources.ts';
import { stackInputs } from './stack-inputs.ts';

const fromRoot = (patterns: readonly string[]) =>
  patterns.map((pattern) => `{workspaceRoot}/${pattern}`);

/** Operations of a stack, each with the operations of other stacks that must run before it. */
const operations = {
  preview: [],
  // The stacks that it reads must be up first. A destroy needs the opposite order, which Nx cannot
  // express: docs/gitops.md.
  up: ['^up'],
  drift: [],
  destroy: [],
} as const;

function targetsOf(stack: Stack): Record<string, TargetConfiguration> {
  const inputs = fromRoot(stackInputs(stack));
  const run = (command: string, dependsOn: readonly string[]): TargetConfiguration => ({
    executor: 'nx:run-commands',
    // The state of a cluster changes over time, so earlier results do not count.
    cache: false,
    inputs,
    dependsOn: [...dependsOn],
    options: { command, cwd: '{workspaceRoot}' },
  });
  const commands = Object.entries(operations).map(([operation, dependsOn]) => [
    operation,
    run(`node tools/gitops/src/main.ts run ${operation} --stack ${stack.id}`, dependsOn),
  ]);
  const outputs = `pulumi -C packages/${stack.program} stack output --json --stack ${stack.stack}`;
  return { ...Object.fromEntries(commands), outputs: run(outputs, []) } as never;
}

/** Name of the Nx project that is a program: what all its stacks run. */
function programProject(program: string): string {
  return `program/${program}`;
}

function projectOf(stack: Stack): ProjectConfiguration {
  return {
    name: stack.id,
    // The file itself: the longest root that holds a changed file is its project.
    root: stack.file,
    projectType: 'application',
    tags: ['type:stack', `environment:${stack.environment}`, `program:${stack.program}`],
    implicitDependencies: [programProject(stack.program), ...stack.reads],
    targets: targetsOf(stack),
  };
}

/**
 * Makes an Nx project of every program and of every stack. A project's root is its file, for Nx
 * wants roots of their own and all stacks of a program share a folder.
 *
 * @see docs/decisions/0013-stacks-are-nx-projects.md
 */
export const createNodes: CreateNodes = [
  // Stacks are found beside it: were they named here, deleting one would affect every project.
  'packages/*/Pulumi.yaml',
  (files, options, context) => {
    const sources = programSources(context.workspaceRoot);
    return createNodesFromFiles(
      (file, _options, { workspaceRoot }) => {
        const program = basename(dirname(file));
        const stacks = listStacks(workspaceRoot).filter((one) => one.program === program);
        const own: ProjectConfiguration = {
          name: programProject(program),
          root: file,
          projectType: 'application',
          tags: ['type:stack', `program:${program}`],
          targets: {
            sources: {
              executor: 'nx:noop',
              cache: false,
              inputs: fromRoot(sources.get(program) ?? []),
            },
          },
        };
        const projects = [own, ...stacks.map(projectOf)];
        return { projects: Object.fromEntries(projects.map((one) => [one.root, one])) };
      },
      files,
      options,
      context,
    );
  },
];

export const name = '@strata/nx-pulumi';
