import SensorSDK
import Shared

extension SensorRegistry {
    /// What of the settings holds for no sensor here; maybe on purpose, since plugins and sensors come and go.
    func doubts(about settings: Settings) -> [String] {
        let known = Set(familyNames + pluginFamilies)
        return settings.intervals.sorted { $0.key < $1.key }.compactMap { family, interval in
            let setting = "[intervals] \(family) = \(seconds(interval))"
            guard known.contains(family) else { return "\(setting): no such plugin is known now" }
            let floor = all.filter { $0.id.family == family }.map(\.leastInterval).min()
            guard let floor, interval < floor else { return nil }
            return
                "\(setting): none of its sensors is read more often than each \(seconds(floor)), which is what the sources bear"
        }
    }

    private func seconds(_ time: Duration) -> String { "\(ListedValue.number(time / .seconds(1))) s" }
}
