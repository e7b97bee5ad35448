/// What an entity measures or tells, for both kinds; the raw value is Home Assistant's word (core 2026.11.0).
///
/// ``Vocabulary`` says which kind, units and state classes each one allows.
public enum DeviceClass: String, Sendable, Hashable, Codable, CaseIterable {
    case absoluteHumidity = "absolute_humidity"
    case apparentPower = "apparent_power"
    case aqi
    case area
    case atmosphericPressure = "atmospheric_pressure"
    case battery
    case batteryCharging = "battery_charging"
    case bloodGlucoseConcentration = "blood_glucose_concentration"
    case carbonDioxide = "carbon_dioxide"
    case carbonMonoxide = "carbon_monoxide"
    case cold
    case conductivity
    case connectivity
    case current
    case dataRate = "data_rate"
    case dataSize = "data_size"
    case date
    case distance
    case door
    case duration
    case energy
    case energyDistance = "energy_distance"
    case energyStorage = "energy_storage"
    case `enum`
    case frequency
    case garageDoor = "garage_door"
    case gas
    case glassBreak = "glass_break"
    case heat
    case humidity
    case illuminance
    case irradiance
    case light
    case lock
    case moisture
    case monetary
    case motion
    case moving
    case nitrogenDioxide = "nitrogen_dioxide"
    case nitrogenMonoxide = "nitrogen_monoxide"
    case nitrousOxide = "nitrous_oxide"
    case occupancy
    case opening
    case ozone
    case ph
    case plug
    case pm1
    case pm10
    case pm25
    case pm4
    case power
    case powerFactor = "power_factor"
    case precipitation
    case precipitationIntensity = "precipitation_intensity"
    case presence
    case pressure
    case problem
    case radon
    case reactiveEnergy = "reactive_energy"
    case reactivePower = "reactive_power"
    case running
    case safety
    case signalStrength = "signal_strength"
    case smoke
    case sound
    case soundPressure = "sound_pressure"
    case speed
    case sulphurDioxide = "sulphur_dioxide"
    case tamper
    case temperature
    case temperatureDelta = "temperature_delta"
    case timestamp
    case update
    case uptime
    case vibration
    case volatileOrganicCompounds = "volatile_organic_compounds"
    case volatileOrganicCompoundsParts = "volatile_organic_compounds_parts"
    case voltage
    case volume
    case volumeFlowRate = "volume_flow_rate"
    case volumeStorage = "volume_storage"
    case water
    case weight
    case windDirection = "wind_direction"
    case windSpeed = "wind_speed"
    case window
}
