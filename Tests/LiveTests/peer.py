"""The other end of a connection, for what the tests' own HTTP server has not. Says its port first, then what it sees.

    peer.py certificate FILE   an HTTPS server that lets nobody in without a certificate that FILE (certificate and key) vouches for
    peer.py proxy              an HTTP proxy that knows CONNECT alone; says each CONNECT, and every byte that goes through
"""

import socket
import ssl
import sys
import threading


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def head(client):
    data = b""
    while b"\r\n\r\n" not in data:
        piece = client.recv(4096)
        if not piece:
            return None
        data += piece
    return data


def certificate(client, file):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    context.load_verify_locations(file)
    context.verify_mode = ssl.CERT_REQUIRED
    try:
        with context.wrap_socket(client, server_side=True) as stream:
            if head(stream):
                stream.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
    except OSError:
        say("refused")


def relay(source, target):
    while piece := source.recv(65536):
        say("bytes " + piece.hex())
        target.sendall(piece)
    target.shutdown(socket.SHUT_WR)


def proxy(client, _):
    request = head(client)
    if not request:
        return
    line, *headers = request.decode("latin-1").split("\r\n")
    say("asked " + line)
    for header in headers:
        if header.lower().startswith("proxy-authorization"):
            say(header)
    host, port = line.split(" ")[1].rsplit(":", 1)
    server = socket.create_connection((host, int(port)))
    client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
    threading.Thread(target=relay, args=(server, client), daemon=True).start()
    relay(client, server)


def main():
    serve = {"certificate": certificate, "proxy": proxy}[sys.argv[1]]
    listener = socket.create_server(("127.0.0.1", 0))
    say(f"port {listener.getsockname()[1]}")
    while True:
        client, _ = listener.accept()
        threading.Thread(target=serve, args=(client, (sys.argv[2:] or [None])[0]), daemon=True).start()


main()
