// SPDX-License-Identifier: Apache-2.0
import type { ReportedChange, StackReport } from '../../report/stack-report.ts';

/** Returns a URN of the stack `prod.shop`. */
export function urn(type: string, name: string): string {
  return `urn:pulumi:prod.shop::user-cluster::strata:user-cluster:UserCluster$${type}::${name}`;
}

/** Returns the change that a refresh reports for a resource that differs. */
export function update(resource: string): ReportedChange {
  const [type = '', name = ''] = resource.split('::').slice(2);
  return { urn: resource, type, name, operation: 'update', fields: [], protected: false };
}

/** Returns the report of a drift check of a user cluster that found differences. */
export function driftReport(stack: string, more: Partial<StackReport> = {}): StackReport {
  const [environment = '', cluster = ''] = stack.split('.');
  const resource = urn('kubernetes:core/v1:Service', 'api');
  return {
    version: 1,
    operation: 'drift',
    program: 'user-cluster',
    stack,
    environment,
    cluster,
    commit: '0123456789abcdef',
    startedAt: '2026-01-02T03:04:05.000Z',
    durationMs: 12,
    outcome: 'drifted',
    counts: { create: 0, update: 1, replace: 0, delete: 0, same: 9 },
    changes: [update(resource)],
    consequences: [],
    exceeded: [],
    policyViolations: [],
    drift: [{ resource, field: 'spec.ports[0].port', wanted: '80', live: '8080' }],
    ...more,
  };
}
