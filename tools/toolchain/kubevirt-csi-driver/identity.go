// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"

	"github.com/container-storage-interface/spec/lib/go/csi"
	"google.golang.org/protobuf/types/known/wrapperspb"
	"k8s.io/client-go/discovery"
)

// identity is CSI's Identity service: service/identity.go.
type identity struct {
	csi.UnimplementedIdentityServer
	discovery discovery.ServerVersionInterface
}

func (i *identity) GetPluginInfo(context.Context, *csi.GetPluginInfoRequest) (*csi.GetPluginInfoResponse, error) {
	return &csi.GetPluginInfoResponse{Name: driverName, VendorVersion: driverVersion}, nil
}

// GetPluginCapabilities claims growth both online and offline, and no accessibility constraints: the
// scheduler of the tenant hears of no topology.
func (i *identity) GetPluginCapabilities(context.Context, *csi.GetPluginCapabilitiesRequest) (*csi.GetPluginCapabilitiesResponse, error) {
	expansion := func(kind csi.PluginCapability_VolumeExpansion_Type) *csi.PluginCapability {
		return &csi.PluginCapability{Type: &csi.PluginCapability_VolumeExpansion_{
			VolumeExpansion: &csi.PluginCapability_VolumeExpansion{Type: kind},
		}}
	}
	return &csi.GetPluginCapabilitiesResponse{Capabilities: []*csi.PluginCapability{
		{Type: &csi.PluginCapability_Service_{
			Service: &csi.PluginCapability_Service{Type: csi.PluginCapability_Service_CONTROLLER_SERVICE},
		}},
		expansion(csi.PluginCapability_VolumeExpansion_ONLINE),
		expansion(csi.PluginCapability_VolumeExpansion_OFFLINE),
	}}, nil
}

// Probe says whether the infra cluster's API answers.
func (i *identity) Probe(context.Context, *csi.ProbeRequest) (*csi.ProbeResponse, error) {
	if _, err := i.discovery.ServerVersion(); err != nil {
		return nil, err
	}
	return &csi.ProbeResponse{Ready: wrapperspb.Bool(true)}, nil
}
