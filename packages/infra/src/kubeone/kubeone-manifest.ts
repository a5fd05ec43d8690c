// SPDX-License-Identifier: Apache-2.0

/** A taint of a node. */
export interface ManifestTaint {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
}

/** A host of the control plane or a worker. */
export interface ManifestHost {
  readonly publicAddress: string;
  readonly privateAddress: string;
  readonly hostname: string;
  readonly sshUsername: string;
  readonly sshPort: number;
  readonly sshPrivateKeyFile?: string;
  readonly sshAgentSocket?: string;
  /** Key in SSH's wire format, in base64: the field after the algorithm in known_hosts. */
  readonly sshHostPublicKey: string;
  readonly bastion?: string;
  readonly bastionPort?: number;
  readonly bastionUser?: string;
  readonly bastionHostPublicKey?: string;
  readonly bastionPrivateKeyFile?: string;
  readonly taints?: readonly ManifestTaint[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly kubelet: { readonly maxPods: number };
}

/** Mirrors of a registry. Passwords are in the credentials file, never in the manifest. */
export interface ManifestRegistry {
  readonly mirrors: readonly string[];
  readonly overridePath?: boolean;
  readonly tlsConfig?: { readonly insecureSkipVerify: boolean };
}

/** Pod network; exactly one of the fields is set. */
export interface ManifestCni {
  readonly canal?: { readonly mtu: number };
  readonly cilium?: {
    readonly kubeProxyReplacement: 'strict' | 'disabled';
    readonly enableHubble: boolean;
    readonly enableLocalRedirectPolicy: boolean;
  };
  readonly external?: Readonly<Record<string, never>>;
}

/** Optional features of the cluster. */
export interface ManifestFeatures {
  readonly encryptionProviders: { readonly enable: boolean };
  readonly staticAuditLog?: {
    readonly enable: boolean;
    readonly config: {
      readonly policyFilePath: string;
      readonly logMaxAge: number;
      readonly logMaxBackup: number;
      readonly logMaxSize: number;
    };
  };
  readonly nodeLocalDNS: { readonly deploy: boolean };
  readonly metricsServer: { readonly enable: boolean };
}

/**
 * Fields of a KubeOneCluster that Strata writes.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/apis/kubeone/v1beta2/types.go
 */
export interface KubeOneManifest {
  readonly apiVersion: string;
  readonly kind: 'KubeOneCluster';
  readonly name: string;
  readonly versions: { readonly kubernetes: string };
  readonly cloudProvider: { readonly none: Readonly<Record<string, never>> };
  readonly apiEndpoint: {
    readonly host: string;
    readonly port: number;
    readonly alternativeNames?: readonly string[];
  };
  readonly controlPlane: { readonly hosts: readonly ManifestHost[] };
  readonly staticWorkers?: { readonly hosts: readonly ManifestHost[] };
  readonly clusterNetwork: {
    readonly podSubnet: string;
    readonly serviceSubnet: string;
    readonly nodeCIDRMaskSizeIPv4: number;
    readonly cni: ManifestCni;
    readonly kubeProxy?: { readonly skipInstallation: boolean };
  };
  readonly containerRuntime: {
    readonly containerd: {
      readonly deviceOwnershipFromSecurityContext: boolean;
      readonly sandboxImage?: string;
      readonly registries?: Readonly<Record<string, ManifestRegistry>>;
    };
  };
  readonly registryConfiguration?: {
    readonly overwriteRegistry: string;
    readonly insecureRegistry: boolean;
  };
  readonly controlPlaneComponents: {
    readonly apiServer: {
      /** Flags that replace the flags of the same name that KubeOne sets. */
      readonly flags: Readonly<Record<string, string>>;
    };
  };
  readonly systemPackages: { readonly configureRepositories: boolean };
  readonly features: ManifestFeatures;
  readonly addons?: {
    readonly enable: boolean;
    /** Folder with a subfolder for each addon, relative to the manifest. */
    readonly path: string;
    readonly addons: readonly {
      readonly name: string;
      readonly params: Readonly<Record<string, string>>;
    }[];
  };
}
