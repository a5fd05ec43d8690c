// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	cliflag "k8s.io/component-base/cli/flag"
	"k8s.io/klog/v2"
	kubeletv1beta1 "k8s.io/kubelet/config/v1beta1"
	"k8s.io/kubernetes/cmd/kubelet/app/options"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"k8s.io/kubernetes/pkg/kubelet/apis/config/scheme"
	"k8s.io/kubernetes/pkg/kubelet/apis/config/validation"
	"k8s.io/kubernetes/pkg/kubelet/kubeletconfig/util/codec"
)

// settings is what a kubelet runs with, its defaults filled in.
type settings struct {
	Flags         flags                                `json:"flags"`
	Configuration *kubeletv1beta1.KubeletConfiguration `json:"configuration"`
}

// flags are those of a kubelet's flags that its configuration file cannot say.
type flags struct {
	HostnameOverride string            `json:"hostnameOverride"`
	NodeIP           string            `json:"nodeIP"`
	CloudProvider    string            `json:"cloudProvider"`
	NodeLabels       map[string]string `json:"nodeLabels"`
}

// readSettings does what a kubelet does before it starts anything, in its order: flags, labels,
// configuration, flags over the configuration, the validation of the result. What the kubelet logs
// and goes on with is among the warnings.
//
// It follows NewKubeletCommand and kubeletConfigFlagPrecedence of cmd/kubelet/app/server.go,
// v1.35.4, which cannot be called: they are one with the start of the kubelet.
func readSettings(args []string, file []byte) (*settings, []error, error) {
	given := options.NewKubeletFlags()
	ignored, err := options.NewKubeletConfiguration()
	if err != nil {
		return nil, nil, err
	}
	set := flagSet(given, ignored)
	if err := set.Parse(args); err != nil {
		return nil, nil, fmt.Errorf("failed to parse kubelet flag: %w", err)
	}
	if rest := set.Args(); len(rest) > 0 {
		return nil, nil, fmt.Errorf("unknown command %s", rest[0])
	}
	if err := options.ValidateKubeletFlags(given); err != nil {
		return nil, nil, fmt.Errorf("failed to validate kubelet flags: %w", err)
	}
	config, warnings, err := readFile(file)
	if err != nil {
		return nil, warnings, err
	}
	if err := applyFlags(config, args); err != nil {
		return nil, warnings, err
	}
	if err := validation.ValidateKubeletConfiguration(anywhere(config), utilfeature.DefaultFeatureGate); err != nil {
		return nil, warnings, err
	}
	versioned := &kubeletv1beta1.KubeletConfiguration{}
	kinds, _, err := scheme.NewSchemeAndCodecs()
	if err != nil {
		return nil, warnings, err
	}
	if err := kinds.Convert(config, versioned, nil); err != nil {
		return nil, warnings, err
	}
	return &settings{
		Flags: flags{
			HostnameOverride: given.HostnameOverride,
			NodeIP:           given.NodeIP,
			CloudProvider:    given.CloudProvider,
			NodeLabels:       given.NodeLabels,
		},
		Configuration: versioned,
	}, warnings, nil
}

// anywhere is a configuration without the two keys that the validation judges by the cgroups of the
// machine it runs on, which is not the kubelet's here: validateKubeletOSConfiguration of
// pkg/kubelet/apis/config/validation/validation_linux.go, v1.35.4.
func anywhere(config *kubeletconfig.KubeletConfiguration) *kubeletconfig.KubeletConfiguration {
	judged := config.DeepCopy()
	judged.FailCgroupV1 = false
	judged.SingleProcessOOMKill = nil
	return judged
}

// flagSet is a kubelet's flags, which write to the two that are given.
func flagSet(given *options.KubeletFlags, config *kubeletconfig.KubeletConfiguration) *pflag.FlagSet {
	set := pflag.NewFlagSet("kubelet", pflag.ContinueOnError)
	set.SetNormalizeFunc(cliflag.WordSepNormalizeFunc)
	// What is deprecated is said on the terminal, which is not asked here.
	set.SetOutput(io.Discard)
	given.AddFlags(set)
	options.AddKubeletConfigFlags(set, config)
	options.AddGlobalFlags(set)
	return set
}

// applyFlags lets flags win over the file. Feature gates of both count.
func applyFlags(config *kubeletconfig.KubeletConfiguration, args []string) error {
	gates := config.FeatureGates
	if err := flagSet(options.NewKubeletFlags(), config).Parse(args); err != nil {
		return fmt.Errorf("failed to precedence kubeletConfigFlag: %w", err)
	}
	for gate, isOn := range gates {
		if _, ok := config.FeatureGates[gate]; !ok {
			config.FeatureGates[gate] = isOn
		}
	}
	return nil
}

// readFile decodes the configuration file, first strictly, then as leniently as a kubelet does: keys
// that it does not know and keys that are there twice are warnings.
func readFile(file []byte) (*kubeletconfig.KubeletConfiguration, []error, error) {
	if len(file) == 0 {
		return nil, nil, errors.New("kubelet config file was empty")
	}
	_, codecs, err := scheme.NewSchemeAndCodecs(serializer.EnableStrict)
	if err != nil {
		return nil, nil, err
	}
	var warnings []error
	if _, _, err := codecs.UniversalDecoder().Decode(file, nil, nil); runtime.IsStrictDecodingError(err) {
		warnings = append(warnings, err)
	}
	silent := klog.NewContext(context.Background(), klog.Logger{})
	config, err := codec.DecodeKubeletConfiguration(silent, codecs, file)
	if err != nil {
		return nil, warnings, fmt.Errorf("failed to load kubelet config file: %w", err)
	}
	return config, warnings, nil
}
