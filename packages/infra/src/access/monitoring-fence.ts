// SPDX-License-Identifier: Apache-2.0
import {
  backupLateSeries,
  clusterNamespace,
  credentialSeries,
  machineCreatedSeries,
  volumeBackupLateSeries,
} from '@strata/contracts';
import { machineScrape, monitoringNamespace, monitoringObjects } from '@strata/contracts/accounts';
import { listOf, text } from './cel-text.ts';

/** Kinds of objects that the account of a user cluster may write in the namespace of the monitoring. */
export const monitoringKinds = ['servicemonitors', 'prometheusrules'] as const;

const isMonitoring = `variables.kind in ${listOf(monitoringKinds)}`;
const spec = 'variables.subject.spec';

/** Returns an expression that holds for one kind alone, and not for requests that delete an object. */
const ofWritten = (kind: (typeof monitoringKinds)[number], expression: string) =>
  `variables.kind != ${text(kind)} || object == null || (${expression})`;

/** CEL condition: a map has no keys but these. */
const hasOnly = (map: string, keys: readonly string[]) => `${map}.all(key, key in ${listOf(keys)})`;

/** CEL condition: a map has this key with this value, which is an expression. */
const has = (map: string, key: string, value: string) =>
  `has(${map}.${key}) && ${map}.${key} == ${value}`;

const { clusterLabel, job, limits, machineLabels, series } = machineScrape;
const labels = [clusterLabel, ...machineLabels, 'job'];

/**
 * Fields of a ServiceMonitor and of its endpoint. Others name Secrets, files and tokens that Prometheus
 * sends to the target, proxies, paths and parameters, or switch a limit off. A field that a later version
 * of the operator adds is refused, too.
 *
 * @see https://github.com/prometheus-operator/prometheus-operator/blob/v0.93.1/pkg/prometheus/promcfg.go generateServiceMonitorConfig
 */
const fields = {
  spec: ['namespaceSelector', 'selector', 'endpoints', ...Object.keys(limits)],
  endpoint: ['port', 'honorTimestamps', 'followRedirects', 'relabelings', 'metricRelabelings'],
  // The API server fills in the action.
  relabeling: ['action', 'sourceLabels', 'targetLabel', 'replacement'],
  metricRelabeling: ['action', 'sourceLabels', 'regex'],
} as const;

const valueOf = (limit: number | string) => (typeof limit === 'string' ? text(limit) : `${limit}`);

const hasLimits = Object.entries(limits)
  .map(([limit, value]) => has(spec, limit, valueOf(value)))
  .join(' && ');

/**
 * CEL expression: the texts that relabelings write into a label whatever the target is. One that copies
 * from the target gives an empty text.
 */
const fixed = (label: string) =>
  `endpoint.relabelings.filter(step, step.targetLabel == ${text(label)}).map(step, has(step.sourceLabels) || !has(step.replacement) ? '' : step.replacement)`;

/** CEL condition: an endpoint gives its series the labels of the cluster, and none that belong to others. */
const hasOwnLabels = [
  'has(endpoint.relabelings)',
  `endpoint.relabelings.all(step, ${hasOnly('step', fields.relabeling)} && (!has(step.action) || step.action == 'replace') && has(step.targetLabel) && step.targetLabel in ${listOf(labels)})`,
  `${fixed(clusterLabel)}.map(name, ${text(clusterNamespace(''))} + name) == [variables.own]`,
  `${fixed('job')} == [${text(job)}]`,
].join(' && ');

/** CEL condition: an endpoint stores the series of node-exporter alone, with the time of the scrape. */
const storesOwnSeries = [
  has('endpoint', 'honorTimestamps', 'false'),
  'has(endpoint.metricRelabelings) && endpoint.metricRelabelings.size() == 1',
  `endpoint.metricRelabelings.all(step, ${hasOnly('step', fields.metricRelabeling)} && ${has('step', 'action', "'keep'")} && ${has('step', 'sourceLabels', "['__name__']")} && ${has('step', 'regex', text(series))})`,
].join(' && ');

const recorded = [...Object.values(credentialSeries), backupLateSeries, volumeBackupLateSeries];

/**
 * CEL condition: an expression is a number, or a time after one of the own machines was created. Any other
 * can read the series of everybody, and Prometheus evaluates it twice a minute with gigabytes of memory.
 */
const readsOwnSeries = [
  'type(rule.expr) == string',
  `(rule.expr.matches('^vector[(]-?[0-9]+([.][0-9]+)?[)]$') || rule.expr.startsWith('max(${machineCreatedSeries}{namespace="' + variables.own + '",name="') && rule.expr.matches('^[^,]*,name="[a-z0-9.-]+"[}][)] [+] [0-9]+$'))`,
].join(' && ');

/** More than the credentials of any cluster, with two rules each. */
const mostRules = 1_000;

/** CEL condition: a rule records a series of Strata's for the own cluster; it is no alert. */
const isOwnRule = [
  hasOnly('rule', ['record', 'expr', 'labels']),
  `has(rule.record) && rule.record in ${listOf(recorded)}`,
  `has(rule.labels) && ${hasOnly('rule.labels', ['cluster', 'credential', 'namespace'])}`,
  `has(rule.labels.cluster) && ${text(clusterNamespace(''))} + rule.labels.cluster == variables.own`,
  '(!has(rule.labels.namespace) || rule.labels.namespace == variables.own)',
  readsOwnSeries,
].join(' && ');

/** CEL condition: a group has rules of {@link isOwnRule} alone; labels of a group would overlay those of its rules. */
const isOwnGroup = `${hasOnly('group', ['name', 'rules'])} && (!has(group.rules) || group.rules.size() <= ${mostRules} && group.rules.all(rule, ${isOwnRule}))`;

/** The variable of the fence that {@link ofMonitoring} needs. */
export const monitoringNames = {
  name: 'monitoringNames',
  expression: `${listOf(Object.values(monitoringObjects))}.map(name, variables.own + '-' + name)`,
};

const limitsInWords = Object.entries(limits)
  .map(([limit, value]) => `${limit} ${value}`)
  .join(', ');

/**
 * Validations of writes to ServiceMonitors and PrometheusRules. Prometheus reads those in the namespaces
 * of the platform's programs and nowhere else, with the Secrets of those namespaces, and stores what they
 * give besides the series that the platform's alerts read. So what is allowed is what the program
 * user-cluster makes.
 */
export const ofMonitoring = [
  {
    expression: `!(${isMonitoring}) || request.namespace == ${text(monitoringNamespace)}`,
    messageExpression: `'the account ' + variables.own + ' may write ' + variables.kind + ' in the namespace ${monitoringNamespace} alone, not in ' + request.namespace`,
  },
  {
    expression: `!(${isMonitoring}) || variables.name in variables.monitoringNames`,
    messageExpression:
      "'the account ' + variables.own + ' may write these alone: ' + variables.monitoringNames.join(', ') + '; not ' + variables.name",
  },
  {
    // With `any: true`, the names would not count.
    expression: ofWritten(
      'servicemonitors',
      `has(${spec}.namespaceSelector) && ${spec}.namespaceSelector == {'matchNames': [variables.own]}`,
    ),
    messageExpression:
      "'the ServiceMonitor ' + variables.name + ' may measure the namespace ' + variables.own + ' alone'",
  },
  {
    expression: ofWritten('servicemonitors', hasOnly(spec, fields.spec)),
    messageExpression: `'the ServiceMonitor ' + variables.name + ' may have these fields alone: ${fields.spec.join(', ')}; not ' + ${spec}.filter(key, !(key in ${listOf(fields.spec)})).join(', ')`,
  },
  {
    expression: ofWritten('servicemonitors', hasLimits),
    messageExpression: `'the ServiceMonitor ' + variables.name + ' must have these limits: ${limitsInWords}'`,
  },
  {
    expression: ofWritten(
      'servicemonitors',
      `${spec}.endpoints.size() == 1 && ${spec}.endpoints.all(endpoint, ${hasOnly('endpoint', fields.endpoint)})`,
    ),
    messageExpression: `'the ServiceMonitor ' + variables.name + ' must have one endpoint with these fields alone: ${fields.endpoint.join(', ')}; no credentials, no proxy, no other path'`,
  },
  {
    expression: ofWritten(
      'servicemonitors',
      `${spec}.endpoints.all(endpoint, ${hasOwnLabels} && ${storesOwnSeries})`,
    ),
    messageExpression: `'the ServiceMonitor ' + variables.name + ' must store series of ${series} alone, with the time of the scrape, the name of the cluster as label ${clusterLabel} and ${job} as label job, and may write no further labels but ${machineLabels.join(', ')}'`,
  },
  {
    expression: ofWritten(
      'servicemonitors',
      `${spec}.endpoints.all(endpoint, ${has('endpoint', 'followRedirects', 'false')})`,
    ),
    messageExpression:
      "'the ServiceMonitor ' + variables.name + ' must have followRedirects: false, or a VM could send Prometheus to any address'",
  },
  {
    expression: ofWritten(
      'prometheusrules',
      `${hasOnly(spec, ['groups'])} && (!has(${spec}.groups) || ${spec}.groups.size() <= 1 && ${spec}.groups.all(group, ${isOwnGroup}))`,
    ),
    messageExpression: `'the PrometheusRule ' + variables.name + ' may record these series of its own cluster alone: ${recorded.join(', ')}; and may have no alerts, no second group, no more than ${mostRules} rules and no expression but a number or the age of an own VM'`,
  },
];
