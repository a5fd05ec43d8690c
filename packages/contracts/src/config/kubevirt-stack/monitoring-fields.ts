// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, objectName, secretField, text, wholeNumber } from '../field.ts';
import { alerts } from './monitoring-alert-fields.ts';

const yesOrNo = field(z.boolean(), 'true or false');

/** As Prometheus writes them. @see https://prometheus.io/docs/prometheus/latest/configuration/configuration/ */
const duration = field(
  z.string().regex(/^([1-9]\d*y)?([1-9]\d*w)?([1-9]\d*d)?([1-9]\d*h)?([1-9]\d*m)?([1-9]\d*s)?$/),
  'a duration such as "30s", "12h" or "15d"',
).min(2);

/** Where the measurements are kept. Without it they last as long as the pod. */
const volume = field(
  z.strictObject({
    /** Name of a StorageClass of the infra cluster. @default the one of VM disks, `storage.className` */
    className: text('the name of a StorageClass').optional(),
    /** Of the volume of each replica. */
    sizeGiB: wholeNumber(1).default(50),
  }),
  'a mapping with className and sizeGiB',
);

/** Sends every measurement to another system as well; Prometheus' own protocol. @see https://prometheus.io/docs/specs/prw/remote_write_spec/ */
const remoteWrite = field(
  z.strictObject({
    url: field(z.url({ protocol: /^https?$/ }), 'an address that begins with https:// or http://'),
    /** Sent along as `Authorization: Bearer`, encrypted. @default none */
    bearerToken: secretField(z.string().min(1), 'a token').optional(),
    /** With `password`, for systems that know users. @default none */
    username: text('a user name').optional(),
    /** Encrypted. @default none */
    password: secretField(z.string().min(1), 'a password').optional(),
  }),
  'a mapping with url and either bearerToken or username and password',
);

const prometheusFields = z.strictObject({
  /** More than one keep the same measurements twice, so that a host may be drained. */
  replicas: wholeNumber(1).default(1),
  /** How long measurements are kept. */
  retention: duration.default('15d'),
  /** The oldest go when there are more than this. @default four fifths of the volume */
  retentionSizeGiB: wholeNumber(1).optional(),
  /** A volume of its own, or `none`: the measurements go when the pod goes. */
  storage: field(z.union([z.literal('none'), volume]), '"none" or a mapping with sizeGiB').default(
    () => volume.parse({}),
  ),
  /** Between two measurements of one thing. */
  scrapeInterval: duration.default('30s'),
  /** CPUs asked for; there is no limit. */
  cpu: field(z.number().positive(), 'a number above 0').default(0.5),
  /** Asked for, and never exceeded. About 2 for each hundred VMs. */
  memoryGiB: wholeNumber(1).default(4),
  /** Goes with every alert and remote measurement, besides `environment`. */
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

/** Sends alerts to people. Without it they are only seen in Prometheus and Grafana. */
const alertmanager = field(
  z.strictObject({
    /** Three survive the loss of a host without sending anything twice. */
    replicas: wholeNumber(1).default(1),
    /** Its whole configuration file, encrypted: it holds the addresses and keys of receivers. @see https://prometheus.io/docs/alerting/latest/configuration/ */
    config: secretField(z.string().min(1), "the text of Alertmanager's configuration"),
  }),
  'a mapping with config',
);

/** Shows dashboards. There is none unless somebody chose its password: it has no default. */
const grafana = field(
  z.strictObject({
    /** Of the user `admin`, encrypted. */
    adminPassword: secretField(z.string().min(12), 'a password of at least 12 characters'),
    /** Namespaces whose pods may reach it, such as that of an ingress controller. @default none: through `kubectl port-forward` only */
    allowFrom: field(z.array(objectName()), 'a list of names of namespaces').default([]),
  }),
  'a mapping with adminPassword',
);

const fields = z.strictObject({
  /** Whether the platform watches itself. */
  enabled: yesOrNo.default(true),
  prometheus,
  /** Whether the hosts' kubelets are asked: fill levels of volumes, their certificates. */
  kubelets: yesOrNo.default(true),
  /** Whether certificates are watched from outside, by connecting to those who serve with them. */
  certificates: yesOrNo.default(true),
  /** When somebody is paged. */
  alerts,
  alertmanager: alertmanager.optional(),
  grafana: grafana.optional(),
});

/** How the platform is watched, `kubevirt-stack:monitoring`. */
export const monitoring = field(
  fields,
  'a mapping with prometheus, alerts, alertmanager and grafana',
).default(() => fields.parse({}));

/** How the platform is watched. */
export type MonitoringConfig = z.output<typeof monitoring>;
