import Testing

@testable import Live

@Suite struct CurlLocalAddressTests {
    @Test(
        "addresses of this machine and its network are local",
        arguments: [
            "127.0.0.1", "127.255.255.254", "10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1",
            "192.168.255.255", "169.254.1.1", "100.64.0.1", "100.127.255.255", "::1", "fe80::1", "fe80::1%eth0",
            "febf:ffff::1", "fc00::1", "fdff::1", "::ffff:192.168.1.2", "::ffff:127.0.0.1", "::ffff:100.64.0.1",
        ]
    )
    func local(address: String) {
        #expect(LocalAddress(address) != nil)
    }

    @Test(
        "all other addresses, and what is none, are not local",
        arguments: [
            "8.8.8.8", "126.255.255.255", "128.0.0.1", "9.255.255.255", "11.0.0.0", "172.15.255.255", "172.32.0.0",
            "192.167.255.255", "192.169.0.0", "169.253.255.255", "169.255.0.0", "100.63.255.255", "100.128.0.0",
            "0.0.0.0",
            "255.255.255.255", "::", "::2", "2001:db8::1", "fe7f::1", "fec0::1", "fbff::1", "fe00::1", "ff02::1",
            "::ffff:8.8.8.8", "::ffff:172.32.0.1", "::127.0.0.1", "64:ff9b::10.0.0.1", "1::ffff:127.0.0.1", "",
            "localhost",
            "10.0.0", "0x7f.0.0.1", "192.168.1.2.3", "%eth0", " 127.0.0.1",
        ]
    )
    func elsewhere(address: String) {
        #expect(LocalAddress(address) == nil)
    }
}
