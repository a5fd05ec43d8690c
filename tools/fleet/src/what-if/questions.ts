// SPDX-License-Identifier: Apache-2.0
import { minorOf } from '@strata/contracts/versions';
import type { Environment, Fleet } from '../model.ts';
import type { Answered } from './answer.ts';
import { kubernetesCve } from './kubernetes-cve.ts';
import { kubevirtEnds } from './kubevirt-ends.ts';
import { hostLost, zoneLost } from './lost-hosts.ts';
import { noSuch, sortedNames } from './names.ts';
import { vlanBecomes } from './vlan-becomes.ts';

/** Value that a question needs. */
export interface Blank {
  /** Name on the command line and above the field of the page. */
  readonly name: string;
  readonly isOptional?: boolean;
  /** Returns the values that the fleet has. */
  readonly known: (fleet: Fleet) => readonly string[];
}

/** Question about the fleet. */
export interface Question {
  /** Name on the command line. */
  readonly name: string;
  /** Words for people. */
  readonly title: string;
  readonly blanks: readonly Blank[];
  /** Answers from the fleet and nothing else. */
  readonly ask: (fleet: Fleet, values: readonly string[]) => Answered;
}

const ofEach = (of: (environment: Environment) => readonly string[]) => (fleet: Fleet) =>
  sortedNames(fleet.environments.flatMap(of));

const none = () => [];

const hosts = ofEach(({ capacity }) => capacity.value?.hosts.map(({ name }) => name) ?? []);
const zones = ofEach(({ capacity }) => capacity.value?.hosts.map(({ zone }) => zone) ?? []);
const kubevirts = ofEach(({ platform }) =>
  platform.value === undefined ? [] : [minorOf(platform.value.kubevirt)],
);
const vlans = ofEach((environment) => environment.vlans.uses.map(({ vlan }) => String(vlan)));
const kubernetes = ofEach((environment) => [
  ...(environment.kubernetes.value === undefined ? [] : [environment.kubernetes.value.version]),
  ...environment.clusters.flatMap(
    ({ facts }) => facts.value?.groups.map((group) => group.kubernetes) ?? [],
  ),
]);

/** All questions. */
export const questions: readonly Question[] = [
  {
    name: 'host-lost',
    title: 'A host is lost',
    blanks: [{ name: 'host', known: hosts }],
    ask: hostLost,
  },
  {
    name: 'zone-lost',
    title: 'A zone or rack is lost',
    blanks: [{ name: 'zone', known: zones }],
    ask: zoneLost,
  },
  {
    name: 'kubevirt-ends',
    title: 'A KubeVirt version ends',
    blanks: [{ name: 'version', known: kubevirts }],
    ask: kubevirtEnds,
  },
  {
    name: 'vlan-becomes',
    title: 'A VLAN gets another number',
    blanks: [
      { name: 'vlan', known: vlans },
      { name: 'becomes', known: none },
    ],
    ask: vlanBecomes,
  },
  {
    name: 'kubernetes-cve',
    title: 'There is a CVE in a Kubernetes',
    blanks: [
      { name: 'version', known: kubernetes },
      { name: 'fixed in', isOptional: true, known: none },
    ],
    ask: kubernetesCve,
  },
];

/** Returns how a question is written on the command line: `vlan-becomes <vlan> <becomes>`. */
export function usageOf({ blanks, name }: Question): string {
  const words = blanks.map((blank) =>
    blank.isOptional === true ? `[${blank.name}]` : `<${blank.name}>`,
  );
  return [name, ...words].join(' ');
}

/** Answers a question by its name. Problems name the questions, values and names that exist. */
export function askQuestion(fleet: Fleet, name: string, values: readonly string[]): Answered {
  const question = questions.find((one) => one.name === name);
  if (question === undefined) {
    return {
      problem: noSuch(
        'question',
        name,
        questions.map((one) => one.name),
      ),
    };
  }
  const { blanks } = question;
  const least = blanks.filter(({ isOptional }) => isOptional !== true).length;
  if (values.length < least || values.length > blanks.length) {
    const missing = blanks[values.length];
    const known = missing?.known(fleet) ?? [];
    const there = known.length === 0 ? '' : `; there are: ${known.slice(0, 40).join(', ')}`;
    return { problem: `the question is "${usageOf(question)}"${there}` };
  }
  return question.ask(fleet, values);
}
