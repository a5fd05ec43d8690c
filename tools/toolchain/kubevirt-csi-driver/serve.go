// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"

	"github.com/container-storage-interface/spec/lib/go/csi"
	"github.com/kubernetes-csi/csi-lib-utils/protosanitizer"
	"google.golang.org/grpc"
	"k8s.io/klog/v2"
)

// serve answers at the endpoint until the process ends: service/server.go, serve.
func serve(endpoint string, identity csi.IdentityServer, controller csi.ControllerServer) error {
	klog.Info("Setting the rpc server")
	network, address, err := splitEndpoint(endpoint)
	if err != nil {
		return err
	}
	listener, err := net.Listen(network, address)
	if err != nil {
		return fmt.Errorf("Failed to listen: %w", err)
	}
	server := grpc.NewServer(grpc.UnaryInterceptor(logCalls))
	csi.RegisterIdentityServer(server, identity)
	csi.RegisterControllerServer(server, controller)
	return server.Serve(listener)
}

// splitEndpoint makes way for a socket that an earlier process left.
func splitEndpoint(endpoint string) (network, address string, err error) {
	parsed, err := url.Parse(endpoint)
	if err != nil {
		return "", "", err
	}
	switch parsed.Scheme {
	case "tcp":
		return "tcp", parsed.Host, nil
	case "unix":
		if err := os.Remove(parsed.Path); err != nil && !os.IsNotExist(err) {
			return "", "", fmt.Errorf("Failed to remove %s, error: %w", parsed.Path, err)
		}
		folder := filepath.Dir(parsed.Path)
		if _, err := os.Stat(folder); err != nil {
			return "", "", fmt.Errorf("no folder %s for the socket: %w", folder, err)
		}
		return "unix", parsed.Path, nil
	default:
		return "", "", fmt.Errorf("%v endpoint scheme not supported", parsed.Scheme)
	}
}

// logCalls writes failed calls, and with -v=4 all of them: service/server.go, logGRPC.
func logCalls(ctx context.Context, request any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
	klog.V(4).Infof("%s called with request: %+v", info.FullMethod, protosanitizer.StripSecrets(request))
	response, err := handler(ctx, request)
	if err != nil {
		klog.Errorf("%s returned with error: %v", info.FullMethod, err)
	} else {
		klog.V(4).Infof("%s returned with response: %+v", info.FullMethod, protosanitizer.StripSecrets(response))
	}
	return response, err
}
