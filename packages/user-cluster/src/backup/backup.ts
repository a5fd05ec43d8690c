// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { readFileSync } from 'node:fs';
import { apiextensions, batch, core } from '@pulumi/kubernetes';
import {
  backupJob,
  backupLateSeries,
  clusterLabels,
  labelKeys,
  ownerAnnotations,
  volumeBackupLateSeries,
} from '@strata/contracts';
import { monitoringObjects } from '@strata/contracts/accounts';
import { Certificate, RandomKey } from '@strata/strata-provider';
import type { ControlPlaneKeys } from '../bootstrap/index.ts';
import type { ClusterContext, NamespaceContents } from '../cluster-context.ts';
import type { BackupConfig } from '../config/index.ts';
import { keyTerms, warningDays } from '../keys/key-terms.ts';
import type { CredentialEnd } from '../keys/key-terms.ts';
import { keysAnnotation } from '../rotation/keys-annotation.ts';
import type { NamespaceOwner } from '../tenancy/namespace-owner.ts';
import { protection } from '../tenancy/protection.ts';
import { etcdPort, etcdService } from './etcd-endpoint.ts';
import { lateAfterSeconds } from './backup-times.ts';
import { renderBackupJob } from './render-backup-job.ts';
import { backupFiles, backupObjects } from './render-backup-pod.ts';
import { repositoryOf } from './repository.ts';

const script = readFileSync(new URL(`scripts/${backupFiles.script}`, import.meta.url), 'utf8');

/** Arguments of {@link Backup}. */
export interface BackupArgs extends ClusterContext {
  readonly backup: BackupConfig;
  /** A secret. */
  readonly keys: pulumi.Output<ControlPlaneKeys>;
  readonly contents: NamespaceContents;
  /** Of what is outside of the cluster's namespace. */
  readonly owner: NamespaceOwner;
}

/**
 * Backups of a cluster's etcd. They are made on the infra cluster, in the cluster's namespace, so no
 * tenant can read, change or stop them.
 *
 * @see docs/decisions/0037-backups-by-upstream-programs.md
 */
export class Backup extends pulumi.ComponentResource {
  /** Repository of the backups, as restic names it, and their password; a secret. */
  readonly access: pulumi.Output<{ readonly repository: string; readonly password: string }>;
  /** End of the certificate by which etcd knows the backup. */
  readonly ends: readonly CredentialEnd[];
  /** Everything that uses that certificate. */
  readonly users: readonly pulumi.Resource[];

  constructor(name: string, args: BackupArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:user-cluster:Backup', name, {}, options);
    const { backup, contents } = args;
    const object = { parent: this, ...contents };
    const password = this.passwordOf(name, args);
    const certificate = this.createCertificate(name, args);
    const files = [
      createService(name, args, object),
      ...createFiles(name, args, password, certificate, object),
      ...createVolume(name, args, this),
    ];
    const job = new batch.v1.CronJob(
      `${name}-job`,
      { metadata: metadataOf(args, backupJob), spec: renderBackupJob(args, backup) },
      { ...object, dependsOn: files },
    );
    createLateRule(name, args, { parent: this, dependsOn: job });
    this.users = [job];
    this.ends = [
      {
        credential: 'certificate of backups',
        end: certificate.notAfter,
        warningDays: warningDays(keyTerms.kubeconfig),
      },
    ];
    this.access = pulumi.secret(
      pulumi.output(password).apply((known) => ({
        repository: repositoryOf(backup, args),
        password: known,
      })),
    );
    this.registerOutputs({});
  }

  /** Returns the password that is configured, or else one that stays the same. */
  private passwordOf(name: string, { backup, config }: BackupArgs): pulumi.Input<string> {
    const { password } = backup.encryption;
    if (password !== undefined) return pulumi.secret(password);
    // Without it no backup can be read, so it is protected as the cluster's keys are.
    const options = { parent: this, ...protection(config).cluster };
    return new RandomKey(`${name}-password`, { bytes: 32 }, options).base64;
  }

  /** etcd has no rights smaller than all: what is least is that nobody else has this certificate. */
  private createCertificate(name: string, { cluster, keys }: BackupArgs): Certificate {
    return new Certificate(
      `${name}-certificate`,
      {
        authorityCertificatePem: pulumi.unsecret(keys.apply(({ etcd }) => etcd.certificatePem)),
        authorityKeyPem: keys.apply(({ etcd }) => etcd.privateKeyPem),
        commonName: 'strata-backup',
        organizations: [cluster],
        usages: ['client'],
        ...keyTerms.kubeconfig,
      },
      { parent: this },
    );
  }
}

function metadataOf({ environment, cluster, namespace }: BackupArgs, name: string) {
  const labels = clusterLabels(environment, cluster);
  return { name, namespace, labels, annotations: ownerAnnotations };
}

/** Returns the metadata of the Secret with the certificate: it records its phase for the next update. */
function clientMetadata(args: BackupArgs) {
  const { annotations, ...metadata } = metadataOf(args, backupObjects.client);
  const { etcdAuthority } = args.config.keys;
  return { ...metadata, annotations: { ...annotations, ...keysAnnotation({ etcdAuthority }) } };
}

/** Makes the Service by which the backup finds a member of etcd whose VM is ready. */
function createService(name: string, args: BackupArgs, options: pulumi.CustomResourceOptions) {
  return new core.v1.Service(
    `${name}-etcd`,
    {
      metadata: {
        ...metadataOf(args, etcdService),
        // The VMs may be down, and that is no error of an update.
        annotations: { ...ownerAnnotations, 'pulumi.com/skipAwait': 'true' },
      },
      spec: {
        selector: {
          [labelKeys.clusterName]: args.cluster,
          [labelKeys.role]: 'control-plane' as const,
        },
        // The member that has been asked for its health is the one that is saved.
        sessionAffinity: 'ClientIP',
        ports: [{ name: 'clients', port: etcdPort, targetPort: etcdPort, protocol: 'TCP' }],
      },
    },
    options,
  );
}

function createFiles(
  name: string,
  args: BackupArgs,
  password: pulumi.Input<string>,
  certificate: Certificate,
  options: pulumi.CustomResourceOptions,
) {
  const { authority, credentials } = args.backup.target.s3 ?? {};
  const etcdAuthority = args.keys.apply(({ etcd }) => etcd.trustedPem);
  return [
    new core.v1.ConfigMap(
      `${name}-settings`,
      {
        metadata: metadataOf(args, backupObjects.settings),
        data: {
          [backupFiles.script]: script,
          ...(authority !== undefined && { [backupFiles.authority]: authority }),
        },
      },
      options,
    ),
    new core.v1.Secret(
      `${name}-client`,
      {
        metadata: clientMetadata(args),
        stringData: pulumi.secret({
          [backupFiles.etcdAuthority]: etcdAuthority,
          [backupFiles.certificate]: certificate.certificatePem,
          [backupFiles.key]: certificate.privateKeyPem,
        }),
      },
      options,
    ),
    new core.v1.Secret(
      `${name}-store`,
      {
        metadata: metadataOf(args, backupObjects.store),
        stringData: pulumi.secret({
          [backupFiles.password]: password,
          ...(credentials?.secretAccessKey !== undefined && {
            accessKeyId: credentials.accessKeyId ?? '',
            secretKey: credentials.secretAccessKey,
          }),
        }),
      },
      options,
    ),
  ];
}

/** Returns the class of the volume for backups: where a lost state is put together, nothing is ignored. */
function classOf({ backupVolume, platform }: BackupArgs, wanted: string | undefined): string {
  const { className = '' } = backupVolume ?? {};
  return className === '' ? (wanted ?? platform.storage.className) : className;
}

/**
 * Makes the volume for backups; it holds data, so it is protected as etcd's disks are. An existing volume
 * stays in its class: no claim can move to another, and Pulumi would replace it. Pulumi refuses to replace
 * what is protected, and then no update of the cluster would end well. Nothing deletes the claim but the
 * deletion of its namespace: it stays while pods have it, those that have ended, too, and an update or a
 * destroy that waited for it would not end while there is a Job of a backup.
 */
function createVolume(name: string, args: BackupArgs, parent: pulumi.Resource) {
  const { volume } = args.backup.target;
  if (volume === undefined) return [];
  const metadata = metadataOf(args, backupObjects.volume);
  const claim = new core.v1.PersistentVolumeClaim(
    `${name}-volume`,
    {
      // Many classes bind a volume only when the first pod uses it.
      metadata: {
        ...metadata,
        annotations: { ...ownerAnnotations, 'pulumi.com/skipAwait': 'true' },
      },
      spec: {
        accessModes: ['ReadWriteOnce'],
        volumeMode: 'Filesystem',
        storageClassName: classOf(args, volume.storageClass),
        resources: { requests: { storage: `${volume.sizeGiB}Gi` } },
      },
    },
    {
      parent,
      ignoreChanges: ['spec.storageClassName'],
      ...args.contents,
      ...protection(args.config).data,
      retainOnDelete: true,
    },
  );
  return [claim];
}

/** Tells the platform's Prometheus at which age the last backup is late, of etcd and of volumes. */
function createLateRule(
  name: string,
  args: BackupArgs,
  options: pulumi.CustomResourceOptions,
): void {
  const monitoring = args.platform.monitoring?.namespace;
  if (monitoring === undefined) return;
  const { backup, cluster, namespace } = args;
  const rule = (record: string, of: Parameters<typeof lateAfterSeconds>[0]) => ({
    record,
    expr: `vector(${lateAfterSeconds(of)})`,
    labels: { cluster, namespace },
  });
  const rules = [
    rule(backupLateSeries, backup),
    ...(backup.volumes === undefined ? [] : [rule(volumeBackupLateSeries, backup.volumes)]),
  ];
  new apiextensions.CustomResource(
    `${name}-late`,
    {
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'PrometheusRule',
      metadata: {
        ...metadataOf(args, `${namespace}-${monitoringObjects.backup}`),
        namespace: monitoring,
        ownerReferences: [args.owner],
      },
      spec: { groups: [{ name: `strata-backup-${cluster}`, rules }] },
    },
    options,
  );
}
