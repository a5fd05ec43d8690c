// SPDX-License-Identifier: Apache-2.0
package main

import (
	"fmt"
	"net"
	"os"
	"runtime"
	"strings"
	"time"

	"golang.org/x/sys/unix"
	v1 "k8s.io/api/core/v1"
)

// How long a connection may take: as long as Cyclonus' worker allows agnhost.
const connects = time.Second

// inNetwork runs something in a network namespace of the rack.
func inNetwork(name string, do func() error) error {
	done := make(chan error)
	go func() {
		// Never unlocked: the thread is in another namespace now, and ends with the goroutine.
		runtime.LockOSThread()
		done <- func() error {
			file, err := os.Open("/run/netns/" + name)
			if err != nil {
				return err
			}
			defer file.Close()
			if err := unix.Setns(int(file.Fd()), unix.CLONE_NEWNET); err != nil {
				return fmt.Errorf("network namespace %s: %w", name, err)
			}
			return do()
		}()
	}()
	return <-done
}

// listen answers every client of a port, until this program ends.
func listen(network string, protocol v1.Protocol, port int) error {
	address := fmt.Sprintf(":%d", port)
	return inNetwork(network, func() error {
		if protocol == v1.ProtocolUDP {
			socket, err := net.ListenPacket("udp4", address)
			if err != nil {
				return err
			}
			go echo(socket)
			return nil
		}
		listener, err := net.Listen("tcp4", address)
		if err != nil {
			return err
		}
		go greet(listener)
		return nil
	})
}

func echo(socket net.PacketConn) {
	buffer := make([]byte, 64)
	for {
		length, client, err := socket.ReadFrom(buffer)
		if err != nil {
			return
		}
		_, _ = socket.WriteTo(buffer[:length], client)
	}
}

func greet(listener net.Listener) {
	for {
		connection, err := listener.Accept()
		if err != nil {
			return
		}
		_, _ = connection.Write([]byte("hello"))
		_ = connection.Close()
	}
}

// connect opens a connection from a network, and waits for an answer.
func connect(network string, protocol v1.Protocol, address string) error {
	return inNetwork(network, func() error {
		deadline := time.Now().Add(connects)
		dialer := net.Dialer{Deadline: deadline}
		connection, err := dialer.Dial(strings.ToLower(string(protocol))+"4", address)
		if err != nil {
			return err
		}
		defer connection.Close()
		if err := connection.SetDeadline(deadline); err != nil {
			return err
		}
		if protocol == v1.ProtocolUDP {
			if _, err := connection.Write([]byte("hello")); err != nil {
				return err
			}
		}
		_, err = connection.Read(make([]byte, 64))
		return err
	})
}
