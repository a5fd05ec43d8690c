// SPDX-License-Identifier: Apache-2.0
import {
  field,
  objectName,
  secretField,
  serverUrl,
  text,
  trueOrFalse,
  wholeNumber,
} from '@strata/contracts/fields';
import { z } from 'zod';
import { alerts } from './monitoring-alert-fields.ts';

/**
 * A duration in Prometheus' notation.
 * @see https://prometheus.io/docs/prometheus/latest/configuration/configuration/
 */
const duration = field(
  z
    .string()
    .regex(/^(?=\d)([1-9]\d*y)?([1-9]\d*w)?([1-9]\d*d)?([1-9]\d*h)?([1-9]\d*m)?([1-9]\d*s)?$/),
  'a duration such as "30s", "12h" or "15d"',
);

/** The volume of the measurements. Without it they last as long as the pod. */
const volume = field(
  z.strictObject({
    /**
     * Name of a StorageClass of the infra cluster.
     * @default the one of VM disks, `storage.className`
     */
    className: text('the name of a StorageClass').optional(),
    /** Size of each replica's volume; four fifths of it, and 1 GiB or more, are for measurements. */
    sizeGiB: wholeNumber(2).default(50),
  }),
  'a mapping with className and sizeGiB',
);

/**
 * Another system that gets every measurement as well, by Prometheus' own protocol.
 * @see https://prometheus.io/docs/specs/prw/remote_write_spec/
 */
const remoteWrite = field(
  z.strictObject({
    url: field(z.url({ protocol: /^https?$/ }), 'an address that begins with https:// or http://'),
    /** Token that is sent as `Authorization: Bearer`, encrypted. @default none */
    bearerToken: secretField(z.string().min(1), 'a token').optional(),
    /** User name, together with `password`. @default none */
    username: text('a user name').optional(),
    /** Encrypted. @default none */
    password: secretField(z.string().min(1), 'a password').optional(),
  }),
  'a mapping with url and either bearerToken or username and password',
);

const prometheusFields = z.strictObject({
  /** Several replicas keep the same measurements, so that a host can be drained. */
  replicas: wholeNumber(1).default(1),
  /** How long measurements are kept. */
  retention: duration.default('15d'),
  /** Size above which the oldest measurements are deleted. @default four fifths of the volume */
  retentionSizeGiB: wholeNumber(1).optional(),
  /** A volume, or `none`: then the measurements are lost with the pod. */
  storage: field(z.union([z.literal('none'), volume]), '"none" or a mapping with sizeGiB').default(
    () => volume.parse({}),
  ),
  /** Time between two measurements of a target. */
  scrapeInterval: duration.default('30s'),
  /** Requested CPUs; there is no limit. */
  cpu: field(z.number().positive(), 'a number above 0').default(0.5),
  /** Requested memory, which is also the limit. About 2 for each hundred VMs. */
  memoryGiB: wholeNumber(1).default(4),
  /** Labels on every alert and remote measurement, in addition to `environment`. */
  externalLabels: field(
    z.record(
      field(z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_]*$/), 'a label name'),
      text('the value of a label'),
    ),
    'a mapping of label names to values',
  ).default({}),
  remoteWrite: remoteWrite.optional(),
});

const prometheus = field(prometheusFields, 'a mapping with retention and storage').default(() =>
  prometheusFields.parse({}),
);

/** Notifies people of alerts. Without it, alerts are only visible in Prometheus and Grafana. */
const alertmanager = field(
  z.strictObject({
    /** Three survive the loss of a host without sending anything twice. */
    replicas: wholeNumber(1).default(1),
    /**
     * Its complete configuration file, encrypted: it contains addresses and keys of receivers.
     * @see https://prometheus.io/docs/alerting/latest/configuration/
     */
    config: secretField(z.string().min(1), "the text of Alertmanager's configuration"),
  }),
  'a mapping with config',
);

/** A URL that people open in a browser. */
function pageUrl(example: string) {
  const pattern = /^https?:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[1-9][0-9]{0,4})?(\/[\w.~%/-]*)?$/i;
  return serverUrl(pattern, `a URL without user, query and fragment, such as "${example}"`);
}

/** Shows dashboards. It is off unless its password is set, which has no default. */
const grafana = field(
  z.strictObject({
    /** Password of the user `admin`, encrypted. */
    adminPassword: secretField(z.string().min(12), 'a password of at least 12 characters'),
    /**
     * Namespaces whose pods may reach it, such as that of an ingress controller.
     * @default none: only through `kubectl port-forward`
     */
    allowFrom: field(z.array(objectName()), 'a list of names of namespaces').default([]),
    /**
     * Where people reach it, such as the address of an ingress. The fleet page then links to its
     * dashboards.
     * @default unknown, so nothing links to it
     */
    url: pageUrl('https://grafana.example.org').optional(),
    /**
     * Where people find the page that `npx strata fleet` writes. The dashboards link to it.
     * @default no link
     */
    fleetPage: pageUrl('https://pages.example.org/fleet.html').optional(),
  }),
  'a mapping with adminPassword, allowFrom, url or fleetPage',
);

const fields = z.strictObject({
  /** Whether the platform is monitored. */
  enabled: trueOrFalse().default(true),
  prometheus,
  /** Whether the hosts' kubelets are scraped: fill levels of volumes, their certificates. */
  kubelets: trueOrFalse().default(true),
  /** Whether certificates are watched from outside, by connecting to the servers that use them. */
  certificates: trueOrFalse().default(true),
  /** Thresholds of alerts. */
  alerts,
  alertmanager: alertmanager.optional(),
  grafana: grafana.optional(),
});

/**
 * Monitoring of the platform, `kubevirt-stack:monitoring`.
 *
 * @example
 * monitoring:
 *   prometheus:
 *     replicas: 2
 *     retention: 30d
 */
export const monitoring = field(
  fields,
  'a mapping with prometheus, alerts, alertmanager and grafana',
).default(() => fields.parse({}));

/** Monitoring of the platform. */
export type MonitoringConfig = z.output<typeof monitoring>;
